import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { createCertificates } from '../../../src/torture/stand-in/certificates.js';

describe('createCertificates', () => {
  const hosts = ['api.stripe.com', 'files.stripe.com'];
  const { ca, certificate, key } = createCertificates(hosts);
  const authority = new X509Certificate(ca);
  const server = new X509Certificate(certificate);

  it('makes a certificate authority that signed itself', () => {
    expect(authority.ca).to.equal(true);
    expect(authority.subject).to.equal('CN=Pasarela torture');
    expect(authority.verify(authority.publicKey)).to.equal(true);
  });

  it('makes a certificate of the authority for the hosts and for no others', () => {
    expect(server.ca).to.equal(false);
    expect(server.checkIssued(authority)).to.equal(true);
    expect(server.verify(authority.publicKey)).to.equal(true);
    expect(server.keyUsage).to.deep.equal(['1.3.6.1.5.5.7.3.1']);
    expect(hosts.map((host) => server.checkHost(host))).to.deep.equal(hosts);
    expect(server.checkHost('stripe.com')).to.equal(undefined);
  });

  it('gives the key of the certificate', () => {
    expect(key).to.match(/^-----BEGIN PRIVATE KEY-----/);
  });

  it('lets them be valid now and after the clock was moved by months', () => {
    const dayMs = 24 * 60 * 60 * 1000;
    for (const { validFrom, validTo } of [authority, server]) {
      expect(Date.parse(validFrom)).to.be.within(Date.now() - 2 * dayMs, Date.now());
      expect(Date.parse(validTo)).to.be.above(Date.now() + 300 * dayMs);
    }
  });

  it('gives each certificate a serial number of its own', () => {
    expect(authority.serialNumber).to.match(/^4[0-9A-F]{31}$/);
    expect(server.serialNumber).not.to.equal(authority.serialNumber);
  });
});

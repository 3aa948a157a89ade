import { expect } from 'chai';
import { useWire } from '../support/use-wire.js';

describe('the address of the stand-in for Stripe.js', () => {
  const wire = useWire();

  it('is that of each release of Stripe.js', async () => {
    for (const path of ['/v3', '/v3/', '/stripe.js', '/basil/stripe.js', '/dahlia/stripe.js']) {
      const { status, headers, text } = await wire().send('GET', path);
      expect(status, path).to.equal(200);
      expect(headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
      expect(headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
      expect(text).to.include(`"${wire().server.url}"`);
      expect(text).to.match(/^\/\* Pasarela's stand-in for Stripe\.js\. Not Stripe's code\. \*\//);
    }
  });

  it('has frames for every page, which load only from this server', async () => {
    for (const path of [
      '/v3/elements-inner-card.html',
      '/v3/elements-inner-payment.html',
      '/v3/three-ds-2-challenge.html',
      '/v3/three-ds-2-form.html',
    ]) {
      const { status, headers } = await wire().send('GET', path, {
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      expect(status, path).to.equal(200);
      expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).to.equal(
        "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'",
      );
    }
    expect((await wire().send('GET', '/v3/frame.js')).status).to.equal(200);
  });
});

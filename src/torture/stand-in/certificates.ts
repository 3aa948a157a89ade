import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

// The fields of a certificate in DER, as RFC 5280 lists them. Node reads certificates and does not write them; libraries that do
// would add 400 to 800 kB to the package, for two certificates that never look different.
const lengthOf = (size: number) => {
  if (size < 128) return [size];
  return size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
};

const encode = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
};

const sequence = (...parts: ReadonlyArray<Uint8Array>) => encode(0x30, ...parts);
const octets = (content: Uint8Array) => encode(0x04, content);
const bits = (content: Uint8Array, unused = 0) => encode(0x03, Buffer.from([unused]), content);
const integer = (value: Uint8Array) => encode(0x02, value);
const yes = encode(0x01, Buffer.from([0xff]));

const identifier = (dotted: string) => {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...others].flatMap((part) => {
    const groups = [part & 127];
    for (let rest = part >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 127) | 128);
    return groups;
  });
  return encode(0x06, Buffer.from(bytes));
};

/** `261231235959Z`: two digits of the year, until 2049. */
const time = (at: number) =>
  encode(0x17, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));

const named = (name: string) =>
  sequence(encode(0x31, sequence(identifier('2.5.4.3'), encode(0x0c, Buffer.from(name)))));

const extension = (id: string, value: Uint8Array, ...critical: ReadonlyArray<Uint8Array>) =>
  sequence(identifier(id), ...critical, octets(value));

const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'));

const dayMs = 24 * 60 * 60 * 1000;

const pemOf = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;

const publicPart = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });

const keyId = (key: KeyObject) => createHash('sha1').update(publicPart(key)).digest();

type Subject = {
  readonly name: string;
  readonly key: KeyObject;
  readonly extensions: ReadonlyArray<Uint8Array>;
};

const certificateOf = (
  { name, key, extensions }: Subject,
  issuer: { readonly name: string; readonly key: KeyObject; readonly privateKey: KeyObject },
): string => {
  const now = Date.now();
  const content = sequence(
    encode(0xa0, integer(Buffer.from([2]))),
    // Positive and without zeros in front.
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ecdsaWithSha256,
    named(issuer.name),
    // A shop whose clock is moved forward still accepts it.
    sequence(time(now - dayMs), time(now + 365 * dayMs)),
    named(name),
    publicPart(key),
    encode(
      0xa3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octets(keyId(key))),
        extension('2.5.29.35', sequence(encode(0x80, keyId(issuer.key)))),
      ),
    ),
  );
  const signature = sign('sha256', content, issuer.privateKey);
  return pemOf(sequence(content, ecdsaWithSha256, bits(signature)));
};

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A certificate authority and a certificate of it for these hosts, in PEM. The authority's key is forgotten. */
export const createCertificates = (
  hosts: ReadonlyArray<string>,
): { readonly ca: string; readonly certificate: string; readonly key: string } => {
  const authority = newKey();
  const issuer = {
    name: 'Pasarela torture',
    key: authority.publicKey,
    privateKey: authority.privateKey,
  };
  const server = newKey();
  const [name = ''] = hosts;
  return {
    ca: certificateOf(
      {
        ...issuer,
        extensions: [
          extension('2.5.29.19', sequence(yes), yes),
          // It signs certificates.
          extension('2.5.29.15', bits(Buffer.from([0b0000_0100]), 2), yes),
        ],
      },
      issuer,
    ),
    certificate: certificateOf(
      {
        name,
        key: server.publicKey,
        extensions: [
          extension('2.5.29.15', bits(Buffer.from([0b1000_0000]), 7), yes),
          // It is for servers.
          extension('2.5.29.37', sequence(identifier('1.3.6.1.5.5.7.3.1'))),
          extension('2.5.29.17', sequence(...hosts.map((host) => encode(0x82, Buffer.from(host))))),
        ],
      },
      issuer,
    ),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

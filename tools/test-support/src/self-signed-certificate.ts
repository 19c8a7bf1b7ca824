import { createPublicKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';

/** A certificate for `localhost` and 127.0.0.1 that is its own authority, with its key, both as PEM. */
export interface SelfSignedCertificate {
  readonly certificate: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const OIDS = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  names: '551d11',
  constraints: '551d13',
};

/** Makes a certificate that holds for a day. Node.js reads certificates and writes none, so that these few fields are put together here. */
export function selfSignedCertificate(): SelfSignedCertificate {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const algorithm = sequence(oid(OIDS.ecdsaWithSha256));
  const name = sequence(tlv(0x31, sequence(oid(OIDS.commonName), tlv(0x0c, Buffer.from('localhost')))));
  const now = Date.now();
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(now - DAY_MS), time(now + DAY_MS)),
    name,
    publicKey,
    tlv(0xa3, sequence(alternativeNames(), authority())),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    certificate: new X509Certificate(der).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function alternativeNames(): Buffer {
  const names = sequence(tlv(0x82, Buffer.from('localhost')), tlv(0x87, Buffer.from([127, 0, 0, 1])));
  return sequence(oid(OIDS.names), tlv(0x04, names));
}

function authority(): Buffer {
  const isAuthority = sequence(tlv(0x01, Buffer.from([0xff])));
  return sequence(oid(OIDS.constraints), tlv(0x01, Buffer.from([0xff])), tlv(0x04, isAuthority));
}

/** A value of DER: its tag, its length, and what it holds. */
function tlv(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

const sequence = (...contents: readonly Buffer[]) => tlv(0x30, ...contents);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number) => tlv(0x02, Buffer.from([value]));

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${digits}Z`));
}

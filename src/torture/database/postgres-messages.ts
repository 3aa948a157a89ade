/** A message of PostgreSQL's protocol: its type, and the bytes with type and length. */
export type PostgresMessage = { readonly type: string; readonly bytes: Buffer };

/** Cuts a stream into messages, as its parts come. */
type MessageReader = {
  readonly add: (part: Buffer) => ReadonlyArray<PostgresMessage>;
};

const lengthBytes = 4;

/** A reader of what a client or a server sends. */
export const createMessageReader = (): MessageReader => {
  let rest: Buffer = Buffer.alloc(0);
  const next = (): PostgresMessage | null => {
    // A client greets without a type: its length comes first, which is short and so begins with a zero.
    const before = rest[0] === 0 ? 0 : 1;
    if (rest.length < before + lengthBytes) return null;
    const end = before + rest.readUInt32BE(before);
    if (rest.length < end) return null;
    const bytes = rest.subarray(0, end);
    rest = rest.subarray(end);
    return { type: before === 0 ? '' : String.fromCharCode(bytes[0] ?? 0), bytes };
  };
  return {
    add: (part) => {
      rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
      const messages: Array<PostgresMessage> = [];
      for (let message = next(); message !== null; message = next()) messages.push(message);
      return messages;
    },
  };
};

/** The texts of a message that begins with texts, each of which ends with a zero. */
export const textsOf = ({ bytes }: PostgresMessage, count: number): ReadonlyArray<string> =>
  bytes
    .subarray(1 + lengthBytes)
    .toString('latin1')
    .split('\0', count);

/** Everything that is readable in a message: parameters are texts between bytes. */
export const readableIn = ({ bytes }: PostgresMessage): string => bytes.toString('utf8');

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(1 + lengthBytes);
  head.write(type, 'latin1');
  head.writeUInt32BE(lengthBytes + body.length, 1);
  return Buffer.concat([head, body]);
};

/** A simple query. */
export const queryMessage = (sql: string): Buffer => message('Q', Buffer.from(`${sql}\0`));

/** The database gave up a transaction for the sake of another one, and is ready for the next. */
export const deadlockMessages: Buffer = Buffer.concat([
  message('E', Buffer.from('SERROR\0VERROR\0C40P01\0Mdeadlock detected\0\0')),
  message('Z', Buffer.from('I')),
]);

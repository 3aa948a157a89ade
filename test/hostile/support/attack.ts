/** Values that a request names as `$name`: ids of objects that exist, or the key of a client. */
export type World = Readonly<Record<string, string>>;

/** A request as bytes. */
export type Attack = (world: World) => Buffer;

const filled = (text: string, world: World): string =>
  text.replaceAll(/\$([a-z]+)/gi, (whole, name: string) => world[name] ?? whole);

const bytesOf = (body: unknown, world: World): Buffer => {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(filled(typeof body === 'string' ? body : JSON.stringify(body), world));
};

const names = (headers: ReadonlyArray<string>, name: string): boolean =>
  headers.some((header) => header.toLowerCase().startsWith(`${name}:`));

// One character is one byte, so that a table can hold bytes that are not UTF-8.
const message = (lines: ReadonlyArray<string>, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);

const defaults = (
  headers: ReadonlyArray<string>,
  ...wanted: ReadonlyArray<string>
): ReadonlyArray<string> =>
  wanted.filter((header) => !names(headers, header.slice(0, header.indexOf(':')).toLowerCase()));

/** A request without a body. Host, key and `Connection: close` are added unless the headers have their own. */
export const bare =
  (line: string, ...headers: ReadonlyArray<string>): Attack =>
  (world) =>
    message(
      [
        `${filled(line, world)} HTTP/1.1`,
        ...defaults(
          headers,
          'Host: localhost',
          `Authorization: Bearer ${world['key']}`,
          'Connection: close',
        ),
        ...headers.map((header) => filled(header, world)),
      ],
      Buffer.alloc(0),
    );

/** A request with a body: bytes and texts are sent as they are, other values as JSON. */
export const sent =
  (line: string, body: unknown, ...headers: ReadonlyArray<string>): Attack =>
  (world) => {
    const bytes = bytesOf(body, world);
    const added = names(headers, 'transfer-encoding')
      ? []
      : defaults(headers, `Content-Length: ${bytes.length}`);
    const type = defaults(headers, 'Content-Type: application/json');
    return Buffer.concat([bare(line, ...added, ...type, ...headers)(world), bytes]);
  };

/** Lines and a body exactly as they are. */
export const raw =
  (lines: ReadonlyArray<string>, body = ''): Attack =>
  (world) =>
    message(
      lines.map((line) => filled(line, world)),
      Buffer.from(filled(body, world), 'latin1'),
    );

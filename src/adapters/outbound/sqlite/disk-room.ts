import { open, rm, stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { storeUnavailable } from '../sql/database.js';

// Events and keys of a few requests.
const room = Buffer.alloc(64 * 1024);

// No space on the disk, none left of the user's quota, the largest size of a file, a broken disk.
const NoRoom = t.type({
  code: t.union([t.literal('ENOSPC'), t.literal('EDQUOT'), t.literal('EFBIG'), t.literal('EIO')]),
});

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
};

/**
 * Fails while a database in a file has no room to grow. It writes a file beside the database, up to the place where the next rows
 * would be, and removes it. A write to the database would not tell: SQLite uses the space of earlier ones again, so that on a full
 * disk some writes succeed.
 */
export const hasRoomBeside =
  (path: string): TE.TaskEither<StoreUnavailable, void> =>
  async () => {
    const probe = `${path}-room`;
    const sizes = await Promise.all([path, `${path}-wal`].map(sizeOf));
    try {
      const file = await open(probe, 'w', 0o600);
      try {
        await file.write(room, 0, room.length, Math.max(...sizes));
      } finally {
        await file.close();
      }
    } catch (cause) {
      if (NoRoom.is(cause)) return E.left(storeUnavailable(cause));
    } finally {
      await rm(probe, { force: true }).catch(() => undefined);
    }
    return E.right(undefined);
  };

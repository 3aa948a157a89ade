const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * Counts the commits in SQLite's write-ahead log. Its last frame of a transaction names the size of the database, the others 0;
 * frames with other salts are left over from before the last checkpoint (https://www.sqlite.org/fileformat2.html#walformat).
 */
export const countWalCommits = (wal: Buffer): number => {
  const frameBytes = frameHeaderBytes + wal.readUInt32BE(8);
  const salts = wal.subarray(16, 24);
  let commits = 0;
  for (let at = headerBytes; at + frameBytes <= wal.length; at += frameBytes) {
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break;
    if (wal.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
};

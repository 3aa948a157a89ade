import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Stops watching. */
type Unwatch = () => void;

// A file that is written in several steps is read when it has been quiet for so long.
const quietMs = 100;

const defaultPollMs = 5000;

// Follows symbolic links, so that another target is another version.
const versionOf = async (path: string): Promise<string> => {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join();
  } catch {
    return 'missing';
  }
};

const onChangeIn = (folder: string, listener: () => void): Unwatch => {
  try {
    const watcher = watch(folder, { persistent: false }, listener);
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    // The system watches no more files.
    return () => undefined;
  }
};

/**
 * Calls `onChange` after a file was written, replaced by a rename, put behind another symbolic link (as Kubernetes does), or
 * deleted. The folder tells it at once; where it cannot, the file is looked at every `pollMs` milliseconds. Keeps no process alive.
 */
export const watchFile = async (
  path: string,
  onChange: () => void,
  pollMs = defaultPollMs,
): Promise<Unwatch> => {
  let version = await versionOf(path);
  const check = async (): Promise<void> => {
    const current = await versionOf(path);
    if (current === version) return;
    version = current;
    onChange();
  };

  const poll = setInterval(() => void check(), pollMs).unref();
  const quiet = setTimeout(() => void check(), quietMs).unref();
  const unwatchFolder = onChangeIn(dirname(path), () => void quiet.refresh());
  return () => {
    clearInterval(poll);
    clearTimeout(quiet);
    unwatchFolder();
  };
};

// Loaded before a program whose functions are traced: tells its parent which files of build/src have run since it last asked.
import { Session } from 'node:inspector/promises';

const built = new URL('../../build/src/', import.meta.url).href;
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

// The function from the first character on is the module itself, which runs when it is loaded.
const hasRun = ({ functions }) =>
  functions.some(({ ranges: [{ count, startOffset }] }) => count > 0 && startOffset > 0);

const ranFiles = async () => {
  // Asking resets the counts.
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter((script) => script.url.startsWith(built) && hasRun(script))
    .map(({ url }) => `src/${url.slice(built.length).replace(/\.js$/, '.ts')}`);
};

process.on('message', () => void ranFiles().then((files) => process.send(files)));

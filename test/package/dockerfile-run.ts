import { spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Copy, DockerfileParser, From, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { runProgram } from '../support/programs/run-program.js';

/** The image that a Dockerfile makes, in a folder in place of a container. */
export type Image = {
  /** The folder that is `/` of the image. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: ReadonlyArray<string>;
};

type Stage = {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  entrypoint: ReadonlyArray<string>;
  cmd: ReadonlyArray<string>;
};

// A pattern of `.dockerignore` for the names in the context; the last one that fits decides.
const passes = (rules: ReadonlyArray<string>, name: string): boolean => {
  const fits = (pattern: string): boolean =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name);
  const last = rules.filter((rule) => fits(rule.replace(/^!/, ''))).at(-1);
  return last === undefined || last.startsWith('!');
};

const words = (instruction: Instruction): ReadonlyArray<string> =>
  instruction.getArguments().map((argument) => argument.getValue());

const jsonOf = (instruction: Instruction): ReadonlyArray<string> =>
  instruction instanceof JSONInstruction
    ? instruction.getJSONStrings().map((text) => text.getJSONValue())
    : words(instruction);

/**
 * Runs the steps of a Dockerfile without Docker: each stage in a folder of its own below `folder`, on the Node of this process
 * in place of the base image. Absolute paths of the image are folders there, and the user `node` is the present one.
 */
export const runDockerfile = async (context: string, folder: string): Promise<Image> => {
  const text = await readFile(join(context, 'Dockerfile'), 'utf8');
  const rules = (await readFile(join(context, '.dockerignore'), 'utf8')).trim().split('\n');
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;

  const copy = async (instruction: Copy, here: Stage): Promise<void> => {
    const from = stages.get(instruction.getFromFlag()?.getValue() ?? '');
    const given = [...words(instruction)];
    const target = resolve(here.root, `.${here.workdir}`, given.pop() ?? '.');
    const sources = from === undefined && given[0] === '.' ? await readdir(context) : given;
    for (const source of sources) {
      if (from === undefined && !passes(rules, source)) continue;
      await cp(
        from === undefined ? join(context, source) : join(from.root, source),
        // Files of the context, into a folder; or a folder of another stage.
        from === undefined ? join(target, basename(source)) : target,
        { recursive: true, verbatimSymlinks: true },
      );
    }
  };

  const runStep = async (instruction: Instruction, here: Stage): Promise<void> => {
    const command = (instruction.getArgumentsContent() ?? '')
      .replaceAll('-o node -g node', '')
      .replaceAll(/ (?=\/data\b)/g, ` ${here.root}`);
    const { code, stdout, stderr } = await runProgram('bash', ['-c', command], {
      cwd: join(here.root, here.workdir),
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        npm_config_prefer_offline: 'true',
        ...here.env,
      },
    });
    if (code !== 0) throw new Error(`RUN ${command} ended with ${code}: ${stdout}${stderr}`);
  };

  const begin = async (instruction: From): Promise<Stage> => {
    const name = instruction.getBuildStage() ?? 'image';
    const begun: Stage = {
      root: join(folder, name),
      workdir: '/',
      env: {},
      user: 'root',
      entrypoint: [],
      cmd: [],
    };
    await mkdir(begun.root, { recursive: true });
    stages.set(name, begun);
    return begun;
  };

  const step = async (instruction: Instruction): Promise<void> => {
    if (instruction instanceof From) stage = await begin(instruction);
    const here = stage;
    if (here === undefined) return;
    const keyword = instruction.getKeyword();
    switch (keyword) {
      case 'WORKDIR':
        here.workdir = words(instruction)[0] ?? '/';
        await mkdir(join(here.root, here.workdir), { recursive: true });
        break;
      case 'ENV':
        for (const word of words(instruction)) {
          const [name = '', value = ''] = word.split('=');
          here.env[name] = value;
        }
        break;
      case 'COPY':
        if (instruction instanceof Copy) await copy(instruction, here);
        break;
      case 'RUN':
        await runStep(instruction, here);
        break;
      case 'USER':
        here.user = words(instruction)[0] ?? 'root';
        break;
      case 'ENTRYPOINT':
        here.entrypoint = jsonOf(instruction);
        break;
      case 'CMD':
        here.cmd = jsonOf(instruction);
        break;
      case 'ARG':
      case 'FROM':
      case 'VOLUME':
      case 'EXPOSE':
      case 'HEALTHCHECK':
        break;
      default:
        throw new Error(`this runner knows no ${keyword}: teach it`);
    }
  };

  for (const instruction of DockerfileParser.parse(text).getInstructions()) await step(instruction);
  const last = [...stages.values()].at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  const { entrypoint, cmd, ...image } = last;
  return { ...image, command: [...entrypoint, ...cmd] };
};

// `nobody`, in place of the user of the image.
const unprivileged = 65_534;

/** Gives the folder that the image may write to, and no other one, to a user without rights, if this one has them. */
export const withoutRights = async ({ root }: Image, writable: string, folder: string) => {
  if (process.getuid?.() !== 0) return {};
  await chown(join(root, writable), unprivileged, unprivileged);
  await chmod(folder, 0o755);
  return { uid: unprivileged, gid: unprivileged };
};

/** Starts a command of the image, with more variables, as its user. */
export const startInImage = (
  { root, workdir, env, command }: Image,
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>,
  user: { readonly uid?: number; readonly gid?: number },
) => {
  const inRoot = (text: string): string => text.replace(/^\/(?=app\b|data\b)/, `${root}/`);
  const mapped = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, inRoot(value)]),
  );
  const [program = '', ...rest] = [...command.slice(0, 2), ...args].map(inRoot);
  return spawn(program === 'node' ? process.execPath : program, rest, {
    ...user,
    cwd: join(root, workdir),
    env: { PATH: process.env['PATH'], ...mapped, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTooLate } from '../../test/slow.ts';

/** A command that a host keeps running. */
export type HostCommand = { name: string; command: string; args: readonly string[]; env?: NodeJS.ProcessEnv };

/** A host: a network namespace with an address, and a small disk. */
export type Host = {
  name: string;
  address: string;
  /** Folder of the host's disk. */
  folder: string;
  /** Starts a command, and starts it again when it ends by itself, as `restart: unless-stopped` does. */
  keep(command: HostCommand): void;
  /** Ends a command and all its child processes, and waits. */
  end(name: string, signal: NodeJS.Signals): Promise<void>;
  /** Sends a signal to every process of the host. */
  signalAll(signal: NodeJS.Signals): void;
  /** Drops all packets from this host to the other one, without an error. */
  dropTo(other: Host): void;
  deliverTo(other: Host): void;
  /** Writes a file that takes all room of the disk. */
  fillDisk(): void;
  freeDisk(): void;
};

/** Hosts of one network, which this process reaches. */
export type Network = {
  addHost(name: string, diskMegabytes: number): Host;
  /** Ends all processes and removes all hosts. */
  close(): Promise<void>;
};

const RESTART_MS = 300;
/** Hardware address that no host has. */
const NOWHERE = '02:00:00:00:00:01';
const FILLER = 'filler';
const MB = 1_000_000;

/** Returns what this machine lacks for a network of hosts; empty when it has everything. */
export function missingForHosts(): string[] {
  if (isTooLate()) {
    return ['time'];
  }
  const missing = ['ip', 'haproxy', 'redis-server'].filter(
    (name) =>
      spawnSync(name, [name === 'redis-server' ? '--version' : name === 'ip' ? '-V' : '-v']).status !== 0,
  );
  if (process.getuid?.() !== 0) {
    return ['the rights of root', ...missing];
  }
  const trial = `diorama-trial-${process.pid}`;
  const isAllowed = missing.includes('ip') || spawnSync('ip', ['netns', 'add', trial]).status === 0;
  if (isAllowed) {
    spawnSync('ip', ['netns', 'del', trial]);
  }
  return isAllowed ? missing : ['network namespaces', ...missing];
}

/** Creates a network without hosts. `logs` is the folder of the logs of all commands. */
export async function createNetwork(logs: string): Promise<Network> {
  await removeAbandoned();
  const id = `${process.pid}`;
  const subnet = `10.${200 + randomInt(50)}.${randomInt(250)}`;
  const bridge = `br-${id}`;
  const base = folderOf(id);
  mkdirSync(base, { mode: 0o711 });
  mkdirSync(logs, { recursive: true });
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const hosts: { host: Host; close: () => Promise<void> }[] = [];
  return {
    addHost: (name, diskMegabytes) => {
      const added = addHost({
        ...{ name, id, bridge, logs, diskMegabytes },
        address: `${subnet}.${10 + hosts.length}`,
        folder: join(base, name),
      });
      hosts.push(added);
      return added.host;
    },
    close: async () => {
      for (const { close } of hosts.reverse()) {
        await close();
      }
      ip('link', 'del', bridge);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

type HostOptions = {
  name: string;
  id: string;
  bridge: string;
  logs: string;
  diskMegabytes: number;
  address: string;
  folder: string;
};

function addHost(options: HostOptions): { host: Host; close: () => Promise<void> } {
  const { name, id, bridge, logs, diskMegabytes, address, folder } = options;
  const namespace = `diorama-${id}-${name}`;
  const inside = (...args: string[]) => execFileSync('ip', ['-n', namespace, ...args], { stdio: 'pipe' });
  connect({ namespace, bridge, address, link: `v${id}-${address.split('.').at(-1)}` });
  mkdirSync(folder, { mode: 0o711 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=711`, 'tmpfs', folder]);

  const running = new Map<string, ChildProcess>();
  const kept = new Set<string>();
  const start = (command: HostCommand) => {
    const log = createWriteStream(join(logs, `${name}-${command.name}.log`), { flags: 'a' });
    const child = spawn('ip', ['netns', 'exec', namespace, command.command, ...command.args], {
      env: { PATH: process.env.PATH, ...command.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    running.set(command.name, child);
    child.once('exit', () => {
      running.delete(command.name);
      setTimeout(() => kept.has(command.name) && !running.has(command.name) && start(command), RESTART_MS);
    });
  };
  const host: Host = {
    name,
    address,
    folder,
    keep: (command) => {
      kept.add(command.name);
      start(command);
    },
    end: async (command, signal) => {
      kept.delete(command);
      const child = running.get(command);
      if (child) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
    },
    signalAll: (signal) => sendAll(pidsIn(namespace), signal),
    dropTo: (other) =>
      inside('neigh', 'replace', other.address, 'lladdr', NOWHERE, 'dev', 'eth0', 'nud', 'permanent'),
    deliverTo: (other) => spawnSync('ip', ['-n', namespace, 'neigh', 'del', other.address, 'dev', 'eth0']),
    fillDisk: () => {
      const { bsize, bavail } = statfsSync(folder);
      const free = bsize * bavail;
      const path = join(folder, FILLER);
      writeFileSync(path, '');
      for (let left = free; left > 0; left -= MB) {
        try {
          writeFileSync(path, Buffer.alloc(Math.min(left, MB)), { flag: 'a' });
        } catch {
          // Other processes have taken the rest.
          return;
        }
      }
    },
    freeDisk: () => rmSync(join(folder, FILLER), { force: true }),
  };
  const close = async () => {
    kept.clear();
    await removeNamespace(namespace);
    execFileSync('umount', ['-l', folder]);
  };
  return { host, close };
}

/** Ends all processes of a namespace, and removes it. */
async function removeNamespace(namespace: string): Promise<void> {
  for (let pids = pidsIn(namespace); pids.length > 0; pids = pidsIn(namespace)) {
    sendAll(pids, 'SIGKILL');
    await sleep(50);
  }
  ip('netns', 'del', namespace);
}

/** Removes the hosts and bridges of tests that were killed. */
async function removeAbandoned(): Promise<void> {
  const listed = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' }).stdout;
  for (const [namespace, pid, name = ''] of listed.matchAll(/^diorama-(\d+)-(\w+)/gm)) {
    if (!existsSync(`/proc/${pid}`)) {
      await removeNamespace(namespace);
      spawnSync('ip', ['link', 'del', `br-${pid}`]);
      spawnSync('umount', ['-l', join(folderOf(pid), name)]);
      rmSync(join(folderOf(pid), name), { recursive: true, force: true });
    }
  }
}

/** Folder of the disks of a test process. */
function folderOf(pid = ''): string {
  return join(tmpdir(), `diorama-hosts-${pid}`);
}

function pidsIn(namespace: string): number[] {
  const listed = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' }).stdout;
  return listed.split('\n').filter(Boolean).map(Number);
}

/** Makes a namespace, and joins it to the bridge by a pair of interfaces. */
function connect(options: { namespace: string; bridge: string; address: string; link: string }): void {
  const { namespace, bridge, address, link } = options;
  ip('netns', 'add', namespace);
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  ip('link', 'set', link, 'master', bridge, 'up');
  ip('-n', namespace, 'link', 'set', 'lo', 'up');
  ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', namespace, 'link', 'set', 'eth0', 'up');
}

function sendAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended since the listing.
    }
  }
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}

import type { Editor } from '../editor.ts';

const NUMBER_AT_END = / \d+$/;

/** Gives names that no node has: as they are, else with the first number behind them that is free. */
export function createNamer({ scene }: Editor): (name: string) => string {
  return namerAmong(Object.values(scene.get().nodes));
}

/** The same for names that no material has. */
export function createMaterialNamer({ scene }: Editor): (name: string) => string {
  return namerAmong(Object.values(scene.get().materials));
}

function namerAmong(named: readonly { name: string }[]): (name: string) => string {
  const taken = new Set(named.map(({ name }) => name));
  /** Where counting goes on for a name: what is below is taken. */
  const counts = new Map<string, number>();
  return (name) => {
    if (name === '' || !taken.has(name)) {
      taken.add(name);
      return name;
    }
    const base = name.replace(NUMBER_AT_END, '');
    let count = counts.get(base) ?? 2;
    while (taken.has(`${base} ${count}`)) {
      count += 1;
    }
    counts.set(base, count + 1);
    const free = `${base} ${count}`;
    taken.add(free);
    return free;
  };
}

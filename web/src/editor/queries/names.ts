import type { Editor } from '../editor.ts';

const NUMBER_AT_END = / \d+$/;

/** Gives names that no node has: as they are, else with the first number behind them that is free. */
export function createNamer({ scene }: Editor): (name: string) => string {
  const taken = new Set(Object.values(scene.get().nodes).map((node) => node.name));
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

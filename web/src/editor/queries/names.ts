import type { SceneReader } from '../parts.ts';

const NUMBER_AT_END = / \d+$/;

/** Returns unused node names: the name itself, or with the first free number. */
export function createNamer({ scene }: SceneReader): (name: string) => string {
  return namerFor(Object.values(scene.document.value.nodes));
}

/** Same for material names. */
export function createMaterialNamer({ scene }: SceneReader): (name: string) => string {
  return namerFor(Object.values(scene.document.value.materials));
}

function namerFor(named: readonly { name: string }[]): (name: string) => string {
  const taken = new Set(named.map(({ name }) => name));
  /** Next number to try for each base name; lower ones are taken. */
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

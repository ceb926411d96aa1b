import type { SceneDocument } from '../document.ts';
import { type Chosen, optionsOf, settleChoices } from './options.ts';

/** Maximum number of combinations that one file holds. */
export const MAX_VARIANTS = 16;

/** Fields that change materials only. The real size of a texture changes the geometry. */
const MATERIAL = /^(nodes\/[^/]+\/(material|props\.(materials|variant))|materials\/[^/]+\/(?!uv\.size$).+)$/;

/**
 * The combinations of choices by names that differ by materials only, so that one GLB file holds all. Empty for a scene
 * without choices, and null where a choice changes something else or there are too many.
 */
export function variantChoices(
  document: Pick<SceneDocument, 'options' | 'choices'>,
): { name: string; chosen: Chosen }[] | null {
  const options = optionsOf(document).filter(({ choices }) => choices.length > 1);
  const all = optionsOf(document).flatMap(({ choices }) => choices);
  const isMaterial = all.every(({ values }) => Object.keys(values).every((path) => MATERIAL.test(path)));
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  if (options.length > 0 && (!isMaterial || count > MAX_VARIANTS)) {
    return null;
  }
  const combined = options.reduce<[string, { id: string; name: string }][][]>(
    (made, { id, choices }) =>
      made.flatMap((before) => choices.map((choice) => [...before, [id, choice] as [string, typeof choice]])),
    options.length > 0 ? [[]] : [],
  );
  const named = new Map<string, Chosen>();
  for (const choices of combined) {
    const wanted = new Map(choices.map(([option, { id }]) => [option, id]));
    const chosen = settleChoices(optionsOf(document), wanted);
    // Rules may forbid a combination.
    if ([...wanted].every(([option, choice]) => chosen.get(option) === choice)) {
      const name = choices.map(([, choice], i) => choice.name || `${i + 1}`).join(' / ');
      named.set(named.has(name) ? `${name} ${named.size + 1}` : name, chosen);
    }
  }
  return [...named].map(([name, chosen]) => ({ name, chosen }));
}

import { parseDocument } from '@diorama/shared/scene/document.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import fc from 'fast-check';
import { coordinate, length, randomScenes, size, turn } from './random-scenes.ts';

/** IRI of a texture. */
export const PICTURE = '/api/assets/00000000-0000-4000-8000-000000000009';

const MATERIALS = {
  glass: { color: '#40c0ff', opacity: 0.5, alphaMode: 'blend' },
  paper: { doubleSided: true },
  wood: { color: '#ffc080', maps: { color: PICTURE } },
  tile: { color: '#206040', roughness: 0.4, maps: { color: PICTURE, roughness: PICTURE } },
};
const materialIds = Object.keys(MATERIALS);

/** Values of one field of one of the first nodes, of which some do not fit or name no node. */
const value = fc.nat({ max: 15 }).chain((at) =>
  fc.oneof(
    fc.boolean().map((visible) => [`nodes/n${at}/visible`, visible]),
    fc.tuple(coordinate, coordinate, coordinate).map((position) => [`nodes/n${at}/position`, position]),
    turn.map((rotation) => [`nodes/n${at}/rotation`, rotation]),
    fc.constantFrom(null, ...materialIds, 'gone').map((material) => [`nodes/n${at}/material`, material]),
    size.map((sizes) => [`nodes/n${at}/props.size`, sizes]),
    length.map((radius) => [`nodes/n${at}/props.radius`, radius]),
    fc.constantFrom(...materialIds).map((id) => [`materials/${id}/opacity`, 1]),
    fc
      .tuple(fc.constantFrom(...materialIds), fc.constantFrom('#ff0000', '#0000ff', '#808000'))
      .map(([id, color]) => [`materials/${id}/color`, color]),
  ),
);

/** Two options of three choices each, and one of the nine combinations. */
const combinations = fc.record({
  sets: fc.array(fc.array(value, { maxLength: 6 }), { minLength: 6, maxLength: 6 }),
  excluded: fc.boolean(),
  chosen: fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })),
});

/** A scene with options, as visitors see it with a combination of choices. Nodes have their ids as names. */
export const chosenScenes = fc
  .tuple(randomScenes, combinations)
  .map(([scene, { sets, excluded, chosen }]) => {
    const choices = sets.map((set, at) => [
      `c${at}`,
      {
        option: at < 3 ? 'a' : 'b',
        index: `a${at}`,
        values: Object.fromEntries(set),
        excludes: excluded && at === 1 ? ['c3'] : [],
      },
    ]);
    const options = { a: {}, b: { index: 'a1' } };
    const named = Object.entries(scene.nodes).map(([id, node]) => [id, { ...node, name: id }]);
    const document = parseDocument({
      ...scene,
      nodes: Object.fromEntries(named),
      materials: MATERIALS,
      options,
      choices: Object.fromEntries(choices),
    });
    const wanted = new Map([
      ['a', `c${chosen[0]}`],
      ['b', `c${chosen[1] + 3}`],
    ]);
    return shownDocument(document, wanted);
  });

import { parseDocument } from '@diorama/shared/scene/document.ts';
import { unzipSync } from 'fflate';
// @ts-expect-error three ships this reader without types
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js';
import { expect, it } from 'vitest';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo } from './gltf-io.ts';
import { plainGeometry } from './plain-geometry.ts';
import { writeUsdz } from './write-usdz.ts';
import { writeVariants } from './write-variants.ts';

const DESCRIPTION = 'Blue, with a chip';

/** Six equal boxes, which become instances of one, but for the described one. */
const SCENE = parseDocument({
  nodes: Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [
      `b${at}`,
      {
        kind: 'box',
        name: `Box ${at}`,
        position: [at * 2, 0, 0],
        ...(at === 3 && { description: DESCRIPTION }),
      },
    ]),
  ),
});

/** The values of all attributes of a USDZ with a name, and the paths of their prims. */
function defaultsIn(usdz: Uint8Array) {
  const layer = unzipSync(usdz)['scene.usdc'];
  const specs = new USDCParser().parseData(layer?.buffer).specsByPath as Record<
    string,
    { fields: { default?: unknown; apiSchemas?: unknown } }
  >;
  return (name: string) =>
    Object.entries(specs).flatMap(([path, { fields }]) => (path.endsWith(name) ? [fields.default] : []));
}

it('a USDZ contains the texts of annotations on their nodes', async () => {
  const note = (name: string, parent: string | null, more: object = {}) => ({
    ...{ kind: 'annotation', name, parent },
    ...more,
  });
  const scene = parseDocument({
    nodes: {
      cup: { kind: 'box', name: 'Cup', description: DESCRIPTION },
      lid: note('Lid', 'cup', { description: 'From above', props: { text: 'Unread' } }),
      side: note('Side', 'cup', { index: 'a1', props: { text: 'Of oak', order: 'a1' } }),
      lamp: { kind: 'pointLight', parent: 'table' },
      bulb: note('Bulb', 'lamp', { props: { order: 'a2' } }),
      table: { kind: 'box', name: 'Table' },
      room: note('Room', null, { props: { order: 'a3', text: 'North' } }),
    },
  });
  const { document, annotations } = await buildGltf(scene, new Map(), await createGltfIo());
  await plainGeometry(document);
  const credits = { title: 'Kitchen', creator: 'Ana', license: 'cc-by' } as const;
  const { bytes } = await writeUsdz(document, { arPlacement: 'floor', annotations, credits });
  const defaultsOf = defaultsIn(bytes);
  expect(defaultsOf('.accessibility:default:label')).toEqual(['Kitchen', 'Cup', 'Table']);
  expect(defaultsOf('.accessibility:default:description')).toEqual([
    'Room: North',
    `${DESCRIPTION}\nLid: From above\nSide: Of oak`,
    'Bulb',
  ]);
});

it('GLB and USDZ contain the text alternative of a node, which stays a separate node', async () => {
  const io = await createGltfIo();
  const { document } = await buildGltf(SCENE, new Map(), io);
  await plainGeometry(document);
  const { bytes } = await writeUsdz(document, { arPlacement: 'floor' });
  const defaultsOf = defaultsIn(bytes);
  expect(defaultsOf('.accessibility:default:label')).toEqual(['Box 3']);
  expect(defaultsOf('.accessibility:default:description')).toEqual([DESCRIPTION]);
  const { glb, plain } = await writeVariants(document, { io, purpose: 'scene' });
  for (const file of plain ? [glb, plain] : [glb]) {
    const nodes = (await io.readGlb(file)).getRoot().listNodes();
    const described = nodes.filter((node) => 'description' in node.getExtras());
    expect(described.map((node) => [node.getName(), node.getExtras()])).toEqual([
      ['Box 3', { description: DESCRIPTION }],
    ]);
  }
});

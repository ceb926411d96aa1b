import { readableFileName } from '@diorama/shared/domain/file-names.ts';
import {
  hasCode,
  type ImportMessage,
  type ImportMessageCode,
  importMessage,
} from '@diorama/shared/domain/import-message.ts';
import { Material, Mesh, type Object3D, Texture } from 'three';

/** Contents of a file, counted without its loader; absent values were not counted. */
export type SourceContents = {
  /** Files of pictures that the materials of the model refer to. */
  pictures?: readonly string[];
  /** Number of pictures inside the file that these materials refer to. */
  embedded?: number;
  /** Names of the materials that faces have, each material once. */
  materials?: readonly string[];
  /** Triangles of all meshes, each as often as it is shown. */
  triangles?: number;
  /** Number of animations that move something. */
  animations?: number;
};

/** More lines of a kind are of no use. */
const MOST_LINES = 20;
/** Messages of the report that give a reason for a loss. */
const REASONS = {
  pictures: ['lost.materials-and-pictures'],
  materials: ['lost.materials-and-pictures'],
  triangles: [
    '3ds.smoothing',
    'fbx.curves',
    'fbx.levels-of-detail',
    'fbx.loose-edges',
    'lost.broken-faces',
    'lost.curves',
    'lost.faces',
    'lost.hidden-parts',
    'usd.curved-surfaces',
    'usd.curves',
    'usd.points',
  ],
  animations: [
    'fbx.animation-layers',
    'fbx.missing-bones',
    'fbx.property-animations',
    'lost.animations',
    'lost.skins-and-morph-targets',
    'lost.some-animations',
    'usd.instance-movements',
  ],
} as const satisfies Record<string, readonly ImportMessageCode[]>;

/** Messages about pictures that could not be read, which do not name the pictures. */
const UNREAD = ['lost.material-pictures', 'lost.material-pictures-unnamed'] as const;

/** Files of a model, its contents, and the report so far. */
type Source = {
  contents: SourceContents;
  missing: readonly string[];
  dropped: readonly ImportMessage[];
  warnings: readonly ImportMessage[];
  addressOf: (name: string) => string | undefined;
};

/**
 * Lines for what a loader lost without any line that gives a reason: pictures and materials that nothing shows, triangles
 * that it did not make, and animations.
 * @param shown addresses of the pictures of the model's materials
 */
export function sourceLosses(
  source: Source,
  { model, shown }: { model: Object3D; shown: ReadonlySet<string> },
): ImportMessage[] {
  const { pictures = [], embedded = 0, materials = [], triangles = 0, animations = 0 } = source.contents;
  const notes = [...source.dropped, ...source.warnings];
  const isExplained = (kind: keyof typeof REASONS) => hasCode(notes, REASONS[kind]);
  const hasUnread = source.missing.length > 0 || hasCode(notes, UNREAD);
  const unshown = isExplained('pictures') ? [] : lostPictures(source, pictures, shown);
  const moving = model.animations.filter(({ tracks }) => tracks.length > 0).length;
  const count = (kind: keyof typeof REASONS, lost: number, all: number) =>
    lost > 0 && !isExplained(kind) ? [importMessage(`lost.some-${kind}`, { lost, count: all })] : [];
  return [
    ...unshown.slice(0, MOST_LINES).map((name) => importMessage('lost.unshown-picture', { name })),
    ...(hasUnread ? [] : count('pictures', embedded - [...shown].filter(isInside).length, embedded)),
    ...count('materials', lostMaterials(materials, model), materials.length),
    ...count('triangles', triangles - trianglesOf(model), triangles),
    ...(moving === 0 && animations > 0
      ? isExplained('animations')
        ? []
        : [importMessage('lost.animations')]
      : count('animations', animations - moving, animations)),
  ];
}

/** Names of pictures that no material shows and that no line names. */
function lostPictures(source: Source, pictures: readonly string[], shown: ReadonlySet<string>): string[] {
  const isLost = (name: string) => {
    const address = source.addressOf(name);
    return address === undefined
      ? !source.missing.includes(readableFileName(name))
      : !shown.has(address) && !source.dropped.some(({ params }) => params?.name === name);
  };
  return [...new Set(pictures.filter(isLost).map(readableFileName))];
}

/** Number of materials that no mesh has; of equal names, each must be there as often as in the file. */
function lostMaterials(names: readonly string[], model: Object3D): number {
  const left = Map.groupBy(materialsOf(model), ({ name }) => name ?? '');
  return names.filter((name) => left.get(name)?.pop() === undefined).length;
}

/** Whether an address is that of a picture inside the file. */
function isInside(address: string): boolean {
  return /^(blob|data):/.test(address);
}

/** Slots of older materials that have no like in glTF. */
const UNSHOWN: ReadonlySet<string> = new Set(['specularMap', 'envMap', 'lightMap']);

/** Addresses of the pictures of a model's materials, once these have loaded. */
export function shownPictures(model: Object3D): Set<string> {
  const shown = new Set<string>();
  model.traverse((object) => {
    for (const material of object instanceof Mesh ? [object.material].flat() : []) {
      for (const [slot, value] of Object.entries(material)) {
        const image: unknown = value instanceof Texture ? value.image : undefined;
        if (image instanceof HTMLImageElement && !UNSHOWN.has(slot)) {
          shown.add(image.src);
        } else if (image instanceof HTMLCanvasElement && value instanceof Texture && !UNSHOWN.has(slot)) {
          // Pictures in TGA come from inside a file and have no address.
          shown.add(`data:${value.source.uuid}`);
        }
      }
    }
  });
  return shown;
}

/** Contents of a model, for comparison with the file that is exported from it. */
type ModelCount = { triangles: number; materials: number; animations: number };

/** Counts a model of three. */
export function countModel(model: Object3D): ModelCount {
  const animations = model.animations.filter(({ tracks }) => tracks.length > 0).length;
  return { triangles: trianglesOf(model), materials: materialsOf(model).length, animations };
}

/** Materials that the model draws, each once. */
function materialsOf(model: Object3D): Material[] {
  const materials = new Set<Material>();
  model.traverse((object) => {
    const isDrawn = object instanceof Mesh && object.geometry.getAttribute('position')?.count > 0;
    for (const material of isDrawn ? drawnMaterials(object) : []) {
      materials.add(material);
    }
  });
  return [...materials];
}

/** Lines for what of a model is not in the file that was made of it. */
export function exportLosses(
  before: ModelCount,
  { after, notes }: { after: ModelCount; notes: readonly ImportMessage[] },
): ImportMessage[] {
  return (['triangles', 'materials', 'animations'] as const).flatMap((kind) => {
    const lost = before[kind] - after[kind];
    const isReported = kind !== 'materials' && hasCode(notes, REASONS[kind]);
    return lost > 0 && !isReported ? [importMessage(`lost.some-${kind}`, { lost, count: before[kind] })] : [];
  });
}

/** Counts the JSON part of a GLB. */
export function countGlb(glb: ArrayBuffer): ModelCount {
  const length = new DataView(glb).getUint32(12, true);
  const json: GltfPart = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, length)));
  const trianglesOfMesh = (json.meshes ?? []).map(({ primitives }) =>
    primitives
      .filter(({ mode = TRIANGLES }) => mode === TRIANGLES)
      .reduce((sum, { indices, attributes }) => {
        const corners = json.accessors?.[indices ?? attributes.POSITION]?.count ?? 0;
        return sum + Math.floor(corners / 3);
      }, 0),
  );
  const triangles = (json.nodes ?? []).reduce((sum, { mesh }) => {
    return sum + (mesh === undefined ? 0 : (trianglesOfMesh[mesh] ?? 0));
  }, 0);
  return { triangles, materials: json.materials?.length ?? 0, animations: json.animations?.length ?? 0 };
}

const TRIANGLES = 4;
/** Parts of a glTF file that are counted; the exporter wrote it. */
type GltfPart = {
  accessors?: { count: number }[];
  animations?: unknown[];
  materials?: unknown[];
  meshes?: { primitives: { mode?: number; indices?: number; attributes: { POSITION: number } }[] }[];
  nodes?: { mesh?: number }[];
};

function trianglesOf(model: Object3D): number {
  let triangles = 0;
  model.traverse((object) => {
    if (object instanceof Mesh) {
      triangles += drawnRanges(object).reduce((sum, { count }) => sum + Math.floor(count / 3), 0);
    }
  });
  return triangles;
}

/** The corners that a mesh draws with each of its materials: of several, those outside of all groups are not drawn. */
function drawnRanges({ geometry, material }: Mesh): { count: number; materialIndex: number }[] {
  const all = geometry.index?.count ?? geometry.getAttribute('position')?.count ?? 0;
  if (!Array.isArray(material)) {
    return [{ count: all, materialIndex: 0 }];
  }
  return geometry.groups.map(({ start, count, materialIndex = 0 }) => ({
    count: Math.max(0, Math.min(count, all - start)),
    materialIndex,
  }));
}

function drawnMaterials(mesh: Mesh): Material[] {
  const materials = [mesh.material].flat();
  return drawnRanges(mesh).flatMap(({ count, materialIndex }) =>
    count > 0 && materials[materialIndex] instanceof Material ? [materials[materialIndex]] : [],
  );
}

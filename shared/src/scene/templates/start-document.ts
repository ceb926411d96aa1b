import { generateNKeysBetween } from 'fractional-indexing';
import type { SceneStart, SceneTemplate } from '../../domain/scene-templates.ts';
import type { Messages } from '../../i18n/catalogues.ts';
import { findText, type Translate } from '../../i18n/t.ts';
import { emptyDocument, parseDocument, type SceneDocument } from '../document.ts';
import gallery from './gallery.json' with { type: 'json' };
import livingRoom from './living-room.json' with { type: 'json' };
import product from './product.json' with { type: 'json' };

/** Contents of a template: nodes in the order of the outliner, and the values of the scene. */
type Template = {
  /** Absent values have their defaults. */
  nodes: readonly { id: string; material?: string }[];
  camera: object;
  environment: object;
};

const TEMPLATES: Record<SceneTemplate, Template> = { product, 'living-room': livingRoom, gallery };

/** Materials that the templates share, by name. */
const MATERIALS = {
  plaster: { color: '#f1ece3', roughness: 0.92 },
  cream: { color: '#ebe1d0', roughness: 0.7 },
  sand: { color: '#d9c09a', roughness: 0.85 },
  oak: { color: '#b98a5a', roughness: 0.55 },
  walnut: { color: '#6d4a33', roughness: 0.5 },
  clay: { color: '#c8694a', roughness: 0.75 },
  sage: { color: '#8fa38a', roughness: 0.9 },
  leaf: { color: '#5d7f55', roughness: 0.7 },
  sea: { color: '#3f6f8f', roughness: 0.85 },
  ink: { color: '#272c34', roughness: 0.45 },
  stone: { color: '#a8a9a6', roughness: 0.85 },
  brass: { color: '#d0a556', roughness: 0.22, metalness: 1 },
  glass: {
    color: '#dca05c',
    roughness: 0.06,
    advanced: { clearcoat: 1, transmission: 0.75, thickness: 0.15 },
  },
  glow: { color: '#fff4e0', roughness: 0.8, emissive: '#ffd9a0', emissiveIntensity: 0.9 },
} as const;

/** Translate function of the names of a template's objects. */
export type TemplateTranslate = Translate<Messages<'templates'>>;

/** Document of a template, with translated names and the materials that its nodes use. */
export function templateDocument(template: SceneTemplate, t: TemplateTranslate): SceneDocument {
  const { nodes, camera, environment } = TEMPLATES[template];
  const keys = generateNKeysBetween(null, null, nodes.length);
  const used = new Set(nodes.flatMap(({ material }) => material ?? []));
  return parseDocument({
    camera,
    environment,
    materials: Object.fromEntries(
      Object.entries(MATERIALS)
        .filter(([name]) => used.has(name))
        .map(([name, material]) => [name, { name, ...material }]),
    ),
    nodes: Object.fromEntries(
      nodes.map(({ id, ...node }, at) => [
        id,
        { ...node, index: keys[at], name: findText(t, `${template}.${id}`) ?? id },
      ]),
    ),
  });
}

/** Document of a new scene, with translated names. */
export function startDocument(start: SceneStart | null, t: TemplateTranslate): SceneDocument {
  if (start === null) {
    return emptyDocument();
  }
  return start === 'lit' ? litDocument(t('lit.sun')) : templateDocument(start, t);
}

/** A scene without objects: a sun with soft shadows, in addition to the studio light. */
function litDocument(name: string): SceneDocument {
  return parseDocument({
    nodes: {
      sun: {
        index: generateNKeysBetween(null, null, 1)[0],
        kind: 'directionalLight',
        name,
        position: [3, 4, 2],
        rotation: [-0.38, 0.42, 0.19, 0.8],
        props: { color: '#fff6e8', intensity: 2.2, castShadow: true },
      },
    },
  });
}

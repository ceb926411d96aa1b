import { elementsIn } from './elements-in.ts';

/** One of several layered properties, with its index for each combined index. */
type Layer = { pid: string; indices: string[] };

const DRAWN = ['texture2dgroup', 'colorgroup', 'basematerials'];
const PLAIN = 'plain';
const CORNERS = ['p1', 'p2', 'p3'];

/**
 * Reduces each triangle of a 3MF to one property that three.js' loader supports, in place. Of layered properties that
 * is a picture, colours or a material, in this order; triangles without any are white.
 */
export function flattenProperties(xml: Document): void {
  const known = new Map(DRAWN.flatMap((kind) => elementsIn(xml, kind).map(({ id }) => [id, kind] as const)));
  const layers = new Map(
    elementsIn(xml, 'multiproperties').map((multi) => [multi.id, layerOf(multi, known)] as const),
  );
  const flatten = (element: Element, indices: readonly string[], outer: string | null) => {
    const layer = layers.get(element.getAttribute('pid') ?? outer ?? '');
    if (layer) {
      element.setAttribute('pid', layer.pid);
      for (const name of indices.filter((index) => element.hasAttribute(index))) {
        element.setAttribute(name, layer.indices[Number(element.getAttribute(name))] ?? '0');
      }
    }
    if (!known.has(element.getAttribute('pid') ?? '')) {
      element.removeAttribute('pid');
    }
  };
  let hasPlain = false;
  for (const object of elementsIn(xml, 'object')) {
    const outer = object.getAttribute('pid');
    const triangles = elementsIn(object, 'triangle');
    for (const triangle of triangles) {
      flatten(triangle, CORNERS, outer);
    }
    flatten(object, ['pindex'], null);
    // The loader draws all triangles twice as soon as one of them has no property.
    if (!object.hasAttribute('pid') && triangles.some((triangle) => triangle.hasAttribute('pid'))) {
      object.setAttribute('pid', PLAIN);
      object.setAttribute('pindex', '0');
      hasPlain = true;
    }
  }
  if (hasPlain) {
    addPlain(xml);
  }
}

function layerOf(multi: Element, known: ReadonlyMap<string, string>): Layer {
  const pids = wordsOf(multi, 'pids');
  const ranks = pids.map((pid) => DRAWN.indexOf(known.get(pid) ?? ''));
  const best = ranks.indexOf(Math.min(...ranks.filter((rank) => rank >= 0)));
  return {
    pid: pids[best] ?? '',
    indices: elementsIn(multi, 'multi').map((one) => wordsOf(one, 'pindices')[best] ?? '0'),
  };
}

function wordsOf(element: Element, name: string): string[] {
  return (element.getAttribute(name) ?? '').trim().split(/\s+/);
}

function addPlain(xml: Document): void {
  const { namespaceURI } = xml.documentElement;
  const materials = xml.createElementNS(namespaceURI, 'basematerials');
  const base = xml.createElementNS(namespaceURI, 'base');
  materials.setAttribute('id', PLAIN);
  base.setAttribute('displaycolor', '#FFFFFF');
  materials.append(base);
  elementsIn(xml, 'resources')[0]?.append(materials);
}

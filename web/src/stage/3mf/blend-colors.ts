import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { Color, SRGBColorSpace } from 'three';
import { elementsIn, wordsOf } from '../parse-text.ts';

type Paint = { color: Color; alpha: number };

const PAINTS: Readonly<Record<string, { element: string; attribute: string }>> = {
  colorgroup: { element: 'color', attribute: 'color' },
  basematerials: { element: 'base', attribute: 'displaycolor' },
};
const PICTURES = 'texture2dgroup';
const BLENDED = importMessage('3mf.blended-colors');

/**
 * Merges layered colours of a 3MF into one list, in place: three.js' loader supports a single layer.
 * @returns the dropped features, for the import's report.
 */
export function blendColors(xml: Document): ImportMessage[] {
  const paints = new Map<string, Paint[]>();
  for (const [kind, { element, attribute }] of Object.entries(PAINTS)) {
    for (const group of elementsIn(xml, kind)) {
      const own = elementsIn(group, element).map((one) => paintOf(one.getAttribute(attribute) ?? ''));
      paints.set(group.id, own);
    }
  }
  const pictures = new Set(elementsIn(xml, PICTURES).map(({ id }) => id));
  const lost = new Set<ImportMessage>();
  for (const multi of elementsIn(xml, 'multiproperties')) {
    const pids = wordsOf(multi, 'pids');
    const layers = pids.flatMap((pid) => paints.get(pid) ?? []);
    if (pids.some((pid) => pictures.has(pid))) {
      // Multiplying by white changes nothing.
      if (layers.some(({ color }) => color.getHex() !== 0xffffff)) {
        lost.add(BLENDED);
      }
    } else if (pids.filter((pid) => paints.has(pid)).length > 1) {
      multi.replaceWith(blended(multi, paints));
    }
  }
  return [...lost];
}

/** Creates a colour list that replaces several, with the same indices. */
function blended(multi: Element, paints: ReadonlyMap<string, readonly Paint[]>): Element {
  const { ownerDocument: xml, namespaceURI } = multi;
  const pids = wordsOf(multi, 'pids');
  // The first method blends the second list onto the first.
  const methods = ['mix', ...wordsOf(multi, 'blendmethods')];
  const group = xml.createElementNS(namespaceURI, 'colorgroup');
  group.setAttribute('id', multi.id);
  for (const one of elementsIn(multi, 'multi')) {
    const indices = wordsOf(one, 'pindices').map(Number);
    const result = new Color(0xffffff);
    pids.forEach((pid, layer) => {
      const paint = paints.get(pid)?.[indices[layer] ?? 0];
      if (paint && methods[layer] === 'multiply') {
        result.multiply(paint.color);
      } else if (paint) {
        result.lerp(paint.color, layer === 0 ? 1 : paint.alpha);
      }
    });
    const color = xml.createElementNS(namespaceURI, 'color');
    color.setAttribute('color', `#${result.getHexString(SRGBColorSpace)}`);
    group.append(color);
  }
  return group;
}

/** Parses `#RRGGBB`, optionally followed by the opacity. */
function paintOf(text: string): Paint {
  const [, rgb = 'ffffff', alpha = 'ff'] = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text.trim()) ?? [];
  return {
    color: new Color().setHex(Number.parseInt(rgb, 16), SRGBColorSpace),
    alpha: Number.parseInt(alpha, 16) / 255,
  };
}

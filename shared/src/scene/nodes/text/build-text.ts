import type { BufferGeometry } from 'three';
import type { z } from 'zod';
import { addExtrusion } from '../extrude.ts';
import { FacetMesh } from '../facet-mesh.ts';
import type { PlanPoint } from '../plan.ts';
import type { PropsOf } from '../props.ts';
import type { TextFont, TypeLine } from './font.ts';
import { loadFont } from './load-font.ts';
import type { textProps } from './schema.ts';

type TextProps = z.output<typeof textProps>;

/** Position of the origin on a line, as a share of its length. */
const ORIGIN = { left: 0, center: 0.5, right: 1 } as const;

/** Extras of a text geometry: the characters without a glyph in its font, each once. */
type TextExtras = { missing: readonly string[] };

type LineOf = { shape: TextProps; font: TextFont; line: TypeLine; down: number };

/** Geometry of a text, from the files of its typeface. */
export async function buildText(
  props: PropsOf<'text'>,
  files: readonly ArrayBuffer[],
): Promise<BufferGeometry> {
  const font = await loadFont(files.map((file) => new Uint8Array(file)));
  return textGeometry(props, font);
}

/** Glyphs as closed solids, or flat ones without depth. */
export function textGeometry(shape: TextProps, font: TextFont): BufferGeometry {
  const mesh = new FacetMesh();
  const missing = new Set<string>();
  for (const [row, text] of shape.text.split(/\r\n|\r|\n/).entries()) {
    if (text.trim() !== '') {
      const line = font.lineOf(text);
      addLine(mesh, { shape, font, line, down: row * shape.lineHeight * shape.size });
      for (const sign of line.missing) {
        missing.add(sign);
      }
    }
  }
  const geometry = mesh.build().rotateX(Math.PI / 2);
  geometry.userData = { missing: [...missing] } satisfies TextExtras;
  return geometry;
}

function addLine(mesh: FacetMesh, { shape, font, line, down }: LineOf): void {
  const { size, depth, bevel, align } = shape;
  const { areas, length } = line;
  const aside = -length * ORIGIN[align];
  const placed = (points: readonly PlanPoint[]) =>
    points.map(([x, z]): PlanPoint => [(x + aside) * size, z * size + down]);
  const wanted = Math.min(bevel, depth / 2) / size;
  for (const area of areas) {
    addExtrusion(mesh, {
      outline: placed(area.outline),
      holes: area.holes?.map(placed) ?? [],
      height: depth,
      cut: wanted > 0 ? font.roomForCut(area, wanted) * size : 0,
    });
  }
}

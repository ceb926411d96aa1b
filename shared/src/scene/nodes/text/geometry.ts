import type { BufferGeometry } from 'three';
import type { z } from 'zod';
import { addExtrusion } from '../extrude.ts';
import { FacetMesh } from '../facet-mesh.ts';
import type { PlanPoint } from '../plan.ts';
import type { TextFont } from './font.ts';
import type { textProps } from './schema.ts';

type TextProps = z.output<typeof textProps>;

/** All that the letters depend on but their font. */
export type TextShape = TextProps;

/** Where on a line the origin lies, as a share of its length. */
const ORIGIN = { left: 0, center: 0.5, right: 1 } as const;

/** Letters as closed solids, or flat ones without depth; null for a text without letters. */
export const textGeometry = {
  share(props: TextProps) {
    if (props.text.trim() === '') {
      return null;
    }
    return {
      key: `text:${JSON.stringify(props)}`,
      shape: props satisfies TextShape,
      scale: [1, 1, 1] as [number, number, number],
    };
  },
  build(shape: TextShape, font: TextFont): BufferGeometry {
    const mesh = new FacetMesh();
    for (const [row, text] of shape.text.split(/\r\n|\r|\n/).entries()) {
      if (text.trim() !== '') {
        addLine(mesh, { shape, font, text, down: row * shape.lineHeight * shape.size });
      }
    }
    return mesh.build().rotateX(Math.PI / 2);
  },
};

type LineOf = { shape: TextShape; font: TextFont; text: string; down: number };

function addLine(mesh: FacetMesh, { shape, font, text, down }: LineOf): void {
  const { size, depth, bevel, align } = shape;
  const { areas, length } = font.lineOf(text);
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

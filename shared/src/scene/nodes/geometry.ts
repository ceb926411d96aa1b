import type { BufferGeometry } from 'three';
import type { z } from 'zod';
import type { AnyNodeDef, NodeKind } from './index.ts';

/** The props of each kind. */
export type PropsOf<K extends NodeKind> = z.output<Extract<AnyNodeDef, { kind: K }>['props']>;

/**
 * A shape that many nodes can share: nodes with equal `key` look the same after each is scaled by its own `scale`.
 * `props` are those of the shared shape itself.
 */
export type SharedShape<K extends NodeKind = NodeKind> = {
  key: string;
  props: PropsOf<K>;
  scale: [number, number, number];
};

/** The surface of a kind, made with three's core geometry classes, so that browser and worker make the same one. */
export type NodeGeometry<K extends NodeKind> = {
  /** The shape in metres, for these props. */
  build: (props: PropsOf<K>) => BufferGeometry;
  /**
   * The same shape as a shared one and a scale: `build(props)` equals `build(share(props).props)` scaled by `scale`. Null
   * where these props draw nothing, such as a line of one point; they are never built.
   */
  share: (props: PropsOf<K>) => SharedShape<K> | null;
};

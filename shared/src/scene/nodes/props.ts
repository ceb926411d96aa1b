import type { z } from 'zod';
import type { AnyNodeDef, NodeKind } from './index.ts';

/** The props of each kind. */
export type PropsOf<K extends NodeKind> = z.output<Extract<AnyNodeDef, { kind: K }>['props']>;

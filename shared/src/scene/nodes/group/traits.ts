import type { NodeTraits } from '../traits.ts';

export const groupTraits: NodeTraits<'group'> = { role: 'holder' };

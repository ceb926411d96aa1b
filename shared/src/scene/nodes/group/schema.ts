import { z } from 'zod';

/** A group only holds other nodes. */
export const groupProps = z.strictObject({});

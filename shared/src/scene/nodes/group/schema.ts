import { z } from 'zod';

/** A group only contains other nodes. */
export const groupProps = z.strictObject({});

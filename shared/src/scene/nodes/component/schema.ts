import { z } from 'zod';

/**
 * A component holds the nodes that its instances show. It is not drawn in its own place. `library` names the
 * version of a workspace's library that it was inserted from.
 */
export const componentProps = z.strictObject({
  library: z
    .strictObject({ uuid: z.uuid(), version: z.int().min(1).max(1_000_000) })
    .nullable()
    .default(null),
});

import { z } from 'zod';

/** A component holds the nodes that its instances show. It is not drawn in its own place. */
export const componentProps = z.strictObject({});

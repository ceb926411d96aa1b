import { z } from 'zod';

/**
 * A view that is kept, along −Z of its node. `fov` is the vertical angle in degrees; `near` and `far` bound what is drawn
 * of it in files, in metres.
 */
export const cameraProps = z.strictObject({
  fov: z.number().min(5).max(150).default(40),
  near: z.number().min(1e-4).max(1e6).default(0.05),
  far: z.number().min(1e-3).max(1e6).default(1_000),
});

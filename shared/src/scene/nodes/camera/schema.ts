import { z } from 'zod';

/**
 * A saved view along −Z of its node. `fov` is the vertical angle in degrees; `near` and `far` are clipping
 * distances in exported files, in metres.
 */
export const cameraProps = z.strictObject({
  fov: z.number().min(5).max(150).default(40),
  near: z.number().min(1e-4).max(1e6).default(0.05),
  far: z.number().min(1e-3).max(1e6).default(1_000),
});

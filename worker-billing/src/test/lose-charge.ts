import { expect, vi } from 'vitest';
import type { BillingWorld } from './billing-world.ts';

/**
 * Runs queued events up to the next charge, which succeeds, but its worker dies before it records the charge.
 */
export async function loseCharge(world: BillingWorld): Promise<void> {
  const provider = world.payments.find();
  if (provider === null) {
    throw new Error('Nobody takes payments');
  }
  const charged = vi.spyOn(provider, 'charge').mockImplementationOnce(async (request) => {
    charged.mockRestore();
    await provider.charge(request);
    throw new Error('The worker died');
  });
  await expect(world.drain()).rejects.toThrow('died');
}

import type { Hocuspocus } from '@hocuspocus/server';
import { Gauge, type Registry } from 'prom-client';
import type { CollabContext } from './collab-context.ts';

/** Reports the scenes in the memory of this gateway and their sockets. */
export function measureScenes(hocuspocus: Hocuspocus<CollabContext>, metrics: Registry): void {
  const figures = {
    diorama_open_scenes: ['Scenes in memory', () => hocuspocus.getDocumentsCount()],
    diorama_scene_sockets: ['Sockets of open scenes', () => hocuspocus.getConnectionsCount()],
  } as const;
  for (const [name, [help, count]] of Object.entries(figures)) {
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(count());
      },
    });
  }
}

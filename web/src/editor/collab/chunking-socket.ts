import { syncParts } from '@diorama/shared/scene/sync-parts.ts';
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider';

/** WebSocket of the provider that sends large edits in parts. */
export class ChunkingSocket extends HocuspocusProviderWebsocket {
  override send(message: Uint8Array): void {
    for (const part of syncParts(message)) {
      super.send(part);
    }
  }
}

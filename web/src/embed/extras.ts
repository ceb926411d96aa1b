import { startVisit } from '../viewer/visit-counter.ts';
import { type HostedScene, HostLink } from './host-link.ts';

/** What an embed does besides showing its scene. */
export type Extras = {
  handleOpen(index: number | null, title: string): void;
  handleAr(): void;
};

/** Counts the visit and talks with the page around the embed; fetched when the scene can be seen. */
export function openExtras(hosted: HostedScene): Extras {
  const visit = startVisit(hosted.scene.uuid, 'embed', new AbortController().signal);
  const host = window.parent === window ? null : new HostLink(hosted);
  return {
    handleOpen: (index, title) => {
      if (index !== null) {
        visit.count('annotation');
      }
      host?.tell({ type: 'annotation', index, title });
    },
    handleAr: () => visit.count('ar'),
  };
}

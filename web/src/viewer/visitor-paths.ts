import { routes } from '@diorama/shared/contract/index.ts';

/** Paths of visitors' calls; the build inserts strings here in place of the tables (`evaluate-module.ts`). */
export const VISITOR_PATHS = {
  scene: routes.getPublicScene.path,
  optionFiles: routes.getOptionFiles.path,
  unlock: routes.unlockPublicScene.path,
  live: routes.openLiveScene.path,
  watch: routes.watchScene.path,
  comments: routes.listVisitorComments.path,
  visits: routes.recordVisit.path,
} as const;

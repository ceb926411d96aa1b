import { accountRoutes } from './accounts.ts';
import { assetRoutes } from './assets.ts';
import { authRoutes } from './auth.ts';
import { billingRoutes } from './billing.ts';
import { commentRoutes } from './comments.ts';
import { compositionRoutes } from './compositions.ts';
import { defaultRoutes } from './defaults.ts';
import type { RouteDefinition, RouteInput, RouteOutput, RouteRequest, RouteResult } from './define.ts';
import { discountRoutes } from './discounts.ts';
import { failedJobRoutes } from './failed-jobs.ts';
import { invitationRoutes } from './invitations.ts';
import { libraryRoutes } from './library.ts';
import { limitRoutes } from './limits-met.ts';
import { liveRoutes } from './live.ts';
import { liveSceneRoutes } from './live-scenes.ts';
import { memberRoutes } from './members.ts';
import { oembedRoutes } from './oembed.ts';
import { operatorRoutes } from './operators.ts';
import { organiseRoutes } from './organise.ts';
import { overdueRoutes } from './overdue-storage.ts';
import { projectRoutes } from './projects.ts';
import { qrRoutes } from './qrs.ts';
import { referralRoutes } from './referrals.ts';
import { reimagineRoutes } from './reimagines.ts';
import { storageRoutes } from './storage.ts';
import { systemRoutes } from './system.ts';
import { tagRoutes } from './tags.ts';
import { userRoutes } from './users.ts';
import { versionRoutes } from './versions.ts';
import { visitorCommentRoutes } from './visitor-comments.ts';
import { visitRoutes } from './visits.ts';
import { webPageRoutes } from './web-page.ts';
import { workspaceTransferRoutes } from './workspace-transfers.ts';

/** Every route of the product by its name. */
export const routes = {
  ...systemRoutes,
  ...operatorRoutes,
  ...failedJobRoutes,
  ...authRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...billingRoutes,
  ...discountRoutes,
  ...assetRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...referralRoutes,
  ...projectRoutes,
  ...compositionRoutes,
  ...oembedRoutes,
  ...qrRoutes,
  ...webPageRoutes,
  ...workspaceTransferRoutes,
  ...storageRoutes,
  ...overdueRoutes,
  ...limitRoutes,
  ...visitRoutes,
  ...visitorCommentRoutes,
  ...liveSceneRoutes,
  ...commentRoutes,
  ...versionRoutes,
  ...reimagineRoutes,
  ...libraryRoutes,
  ...organiseRoutes,
  ...tagRoutes,
  ...defaultRoutes,
  ...liveRoutes,
} as const satisfies Record<string, RouteDefinition>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type InputOf<Name extends RouteName> = RouteInput<Routes[Name]>;
export type OutputOf<Name extends RouteName> = RouteOutput<Routes[Name]>;
export type RequestOf<Name extends RouteName> = RouteRequest<Routes[Name]>;
export type ResultOf<Name extends RouteName> = RouteResult<Routes[Name]>;

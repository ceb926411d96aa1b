import type { Migration } from '../migrate.ts';
import { outboxTables } from './0001-outbox.ts';
import { peopleTables } from './0002-people.ts';
import { sceneTables } from './0003-scenes.ts';
import { orderTables } from './0004-orders.ts';
import { rateLimitTables } from './0005-rate-limits.ts';
import { resumableUploads } from './0006-resumable-uploads.ts';
import { invitationTables } from './0007-invitations.ts';
import { accountLife } from './0008-account-life.ts';
import { commentTables } from './0009-comments.ts';
import { libraryTables } from './0010-library.ts';
import { organise } from './0011-organise.ts';
import { listIndexes } from './0013-lists.ts';
import { operatorTables } from './0014-operators.ts';
import { pageIndexes } from './0015-pages.ts';
import { subscriptionIndexes } from './0016-subscriptions.ts';
import { liveRights } from './0017-live-rights.ts';
import { edges } from './0018-edges.ts';
import { eventDays } from './0020-event-days.ts';
import { sessionEnds } from './0021-session-ends.ts';
import { sceneTours } from './0022-scene-tours.ts';
import { paymentTables } from './0023-payments.ts';
import { lapsedOrders } from './0024-lapsed-orders.ts';
import { reimagines } from './0029-reimagines.ts';
import { sceneVersions } from './0032-versions.ts';
import { moneyInFlight } from './0033-money-in-flight.ts';
import { paidPeriods } from './0034-paid-periods.ts';
import { discounts } from './0035-discounts.ts';
import { heldPayments } from './0036-held-payments.ts';
import { sceneVisits } from './0037-scene-visits.ts';
import { overflownSince } from './0038-overflown-since.ts';
import { openUploads } from './0039-open-uploads.ts';
import { overdueNotices } from './0040-overdue-notices.ts';
import { assetOriginals } from './0041-asset-originals.ts';
import { visitorComments } from './0042-visitor-comments.ts';
import { overflowNotices } from './0043-overflow-notices.ts';
import { importTurns } from './0044-import-turns.ts';
import { reimagineDepth } from './0046-reimagine-depth.ts';
import { overdueTold } from './0047-overdue-told.ts';
import { visitorKeys } from './0048-visitor-keys.ts';
import { forgottenAnswers } from './0049-forgotten-answers.ts';
import { libraryFonts } from './0050-library-fonts.ts';
import { outputPlacement } from './0051-output-placement.ts';
import { orderBeginnings } from './0052-order-beginnings.ts';
import { replacedStates } from './0056-replaced-states.ts';
import { unsaidPictures } from './0057-unsaid-pictures.ts';
import { unusedMaps } from './0058-unused-maps.ts';
import { publishedTold } from './0059-published-told.ts';
import { planRights } from './0060-plan-rights.ts';
import { overdueSessions } from './0061-overdue-sessions.ts';
import { arFiles } from './0062-ar-files.ts';
import { importedPictures } from './0063-imported-pictures.ts';
import { reservedUploads } from './0064-reserved-uploads.ts';
import { commentMarks } from './0065-comment-marks.ts';
import { growthIndexes } from './0066-growth-indexes.ts';
import { referralCredits } from './0067-referral-credits.ts';
import { threadNumbers } from './0068-thread-numbers.ts';
import { failingChecks } from './0070-failing-checks.ts';
import { missingOutputs } from './0071-missing-outputs.ts';
import { limitsMetTable } from './0073-limits-met.ts';
import { suspensionReasons } from './0074-suspension-reasons.ts';
import { backupRuns } from './0075-backup-runs.ts';
import { fileSettings } from './0076-file-settings.ts';

/** Every step of the schema in execution order; new steps are only appended. */
export const migrations: readonly Migration[] = [
  outboxTables,
  peopleTables,
  sceneTables,
  orderTables,
  rateLimitTables,
  resumableUploads,
  invitationTables,
  accountLife,
  commentTables,
  libraryTables,
  organise,
  listIndexes,
  operatorTables,
  pageIndexes,
  subscriptionIndexes,
  liveRights,
  edges,
  eventDays,
  sessionEnds,
  sceneTours,
  paymentTables,
  reimagines,
  sceneVersions,
  lapsedOrders,
  moneyInFlight,
  paidPeriods,
  overflowNotices,
  importTurns,
  sceneVisits,
  overflownSince,
  reimagineDepth,
  visitorComments,
  openUploads,
  overdueNotices,
  discounts,
  heldPayments,
  assetOriginals,
  overdueTold,
  visitorKeys,
  forgottenAnswers,
  libraryFonts,
  outputPlacement,
  orderBeginnings,
  replacedStates,
  unsaidPictures,
  unusedMaps,
  publishedTold,
  planRights,
  overdueSessions,
  arFiles,
  importedPictures,
  reservedUploads,
  commentMarks,
  growthIndexes,
  referralCredits,
  threadNumbers,
  failingChecks,
  missingOutputs,
  limitsMetTable,
  suspensionReasons,
  backupRuns,
  fileSettings,
];

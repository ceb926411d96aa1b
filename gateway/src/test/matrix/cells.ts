import type { RouteName } from '@diorama/shared/contract/index.ts';

/**
 * What a caller's own place answers: a status, or `same` for a success that is word for word what is said of a thing
 * that is not there, such as an empty list.
 */
export type Cell = number | 'same';

/** The call names nothing that could be anybody's. */
export const NAMELESS = 'nameless';

/**
 * What is said to somebody with a session of what is not theirs, in the same words as of what is not there; `open` where
 * whoever knows the name may.
 */
export type Unseen = number | 'open' | typeof NAMELESS;

type Row = {
  own: readonly [Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell];
  unseen: Unseen;
};

const row = (own: Row['own'], unseen: Unseen): Row => ({ own, unseen });
const all = (status: number, unseen: Unseen = NAMELESS): Row =>
  row([status, status, status, status, status, status, status, status, status, status], unseen);
/** Everybody with a session. */
const members = (status: number, unseen: Unseen = NAMELESS): Row =>
  row([401, status, status, status, status, status, status, status, status, status], unseen);
/** Nobody learns anything. */
const alike = (unseen: Unseen): Row =>
  row(['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same', 'same', 'same'], unseen);

// biome-ignore format: one line a route, one column a caller
/** Who may call what. The columns are `CALLERS`; a route that is missing does not compile. */
export const CELLS: Record<RouteName, Row> = {
  //                                   nobody strngr viewer editor  guest  admin  owner operat   susp tenant
  getHealth:                      all(200),
  getConfig:                      all(200),
  askSupport:                     all(202),
  openOperators:                  row([   401,   404,   404,   404,   404,   404,   404,   204,   404,   404], NAMELESS),
  getOperatorsOverview:           row([   401,   403,   403,   403,   403,   403,   403,   200,   403,   403], NAMELESS),
  listOperatorAccounts:           row([   401,   403,   403,   403,   403,   403,   403,   200,   403,   403], NAMELESS),
  listOperatorOrders:             row([   401,   403,   403,   403,   403,   403,   403,   200,   403,   403], NAMELESS),
  refundOrder:                    row([   401,   403,   403,   403,   403,   403,   403,   409,   403,   403], 'open'),
  acceptOrder:                    row([   401,   403,   403,   403,   403,   403,   403,   409,   403,   403], 'open'),
  listOverdueStorage:             row([   401,   403,   403,   403,   403,   403,   403,   200,   403,   403], NAMELESS),
  freeOverdueStorage:             row([   401,   403,   403,   403,   403,   403,   403,   404,   403,   403], 'open'),
  getRevenue:                     row([   401,   403,   403,   403,   403,   403,   403,   200,   403,   403], NAMELESS),
  getOpenApi:                     all(200),
  getDocumentSchema:              all(200),
  login:                          all(401),
  signup:                         all(422),
  socialLogin:                    all(401),
  socialSignup:                   all(401),
  refreshToken:                   all(200, 'open'),
  logout:                         alike(204),
  requestPasswordReset:           alike(202),
  resetPassword:                  all(422, 422),
  getMe:                          members(200),
  updateUser:                     row([   401,   404,   404,   404,   404,   404,   200,   404,   200,   404], 404),
  deleteUser:                     row([   401,   404,   404,   404,   404,   404,   422,   404,   422,   404], 404),
  exportUser:                     members(202),
  downloadExport:                 all(422, 422),
  confirmEmail:                   all(422, 422),
  listSessions:                   members(200),
  endSession:                     row([   401,   404,   404,   404,   404,   404,   204,   404,   204,   404], 404),
  endSessions:                    members(204),
  getAccount:                     row([   401,   404,   404,   404,   200,   200,   200,   404,   200,   404], 404),
  createAccount:                  members(402),
  getStorage:                     row([   401,   404,   404,   404,   403,   200,   200,   404,   403,   404], 404),
  updateAccount:                  row([   401,   404,   404,   404,   403,   200,   200,   404,   403,   404], 404),
  unsubscribeAccount:             row([   401,   404,   404,   404,   403,   403,   409,   404,   403,   404], 404),
  reactivateAccount:              row([   401,   404,   404,   404,   403,   403,   200,   404,   403,   404], 404),
  deleteAccount:                  row([   401,   404,   404,   404,   403,   403,   403,   404,   403,   404], 404),
  updateAccountDetail:            row([   401,   404,   404,   404,   403,   200,   200,   404,   403,   404], 404),
  listBillingInfos:               row([   401,'same','same','same',   403,   403,   200,'same',   200,'same'], 200),
  listPaymentSources:             row([   401,'same','same','same',   403,   403,   200,'same',   200,'same'], 200),
  listInvoices:                   row([   401,'same','same','same',   403,   403,   200,'same',   200,'same'], 200),
  getInvoice:                     row([   401,   404,   404,   404,   404,   404,   200,   404,   200,   404], 404),
  createBillingInfo:              row([   401,   404,   404,   404,   403,   403,   201,   404,   403,   404], 404),
  updateBillingInfo:              row([   401,   404,   404,   404,   404,   404,   200,   404,   403,   404], 404),
  updatePaymentSource:            row([   401,   404,   404,   404,   404,   404,   200,   404,   403,   404], 404),
  deletePaymentSource:            row([   401,   404,   404,   404,   404,   404,   204,   404,   403,   404], 404),
  getSourceIntent:                row([   401,   404,   404,   404,   403,   403,   200,   404,   403,   404], 404),
  quoteOrder:                     row([   401,   404,   404,   404,   403,   403,   200,   404,   403,   404], 404),
  listPrivacies:                  all(200),
  listPlans:                      all(200),
  listPlanPrices:                 all(200),
  getDiscount:                    all(404, 404),
  listDiscounts:                  row([   401,   403,   403,   403,   403,   403,   403,   200,   403,   403], NAMELESS),
  createDiscount:                 row([   401,   403,   403,   403,   403,   403,   403,   201,   403,   403], NAMELESS),
  endDiscount:                    row([   401,   403,   403,   403,   403,   403,   403,   404,   403,   403], 'open'),
  createOrder:                    row([   401,   404,   404,   404,   403,   403,   201,   404,   403,   404], 404),
  checkOrderStatus:               all(200, 'open'),
  confirmSandboxPayment:          all(404, 404),
  receiveWebhook:                 all(400),
  uploadAsset:                    row([   401,   404,   404,   404,   403,   201,   201,   404,   403,   404], 404),
  getAsset:                       row([   401,   404,   200,   200,   404,   200,   200,   404,   200,   404], 404),
  patchAsset:                     row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  importAssetAgain:               row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  copyAsset:                      row([   401,   404,   403,   201,   404,   201,   201,   404,   403,   404], 404),
  deleteAsset:                    row([   401,   404,   403,   403,   404,   204,   204,   404,   403,   404], 404),
  listAssets:                     row([   401,'same','same','same','same',   200,   200,'same',   200,'same'], 200),
  generateSceneOutput:            row([   401,   404,   403,   202,   404,   202,   202,   404,   403,   404], 404),
  getOutput:                      row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  listMembers:                    row([   401,'same',   200,   200,   200,   200,   200,'same',   200,'same'], 200),
  getMember:                      row([   401,   404,   200,   404,   404,   200,   200,   404,   200,   404], 404),
  patchMember:                    row([   401,   404,   200,   404,   404,   200,   200,   404,   403,   404], 404),
  deleteMember:                   row([   401,   404,   204,   404,   404,   204,   204,   404,   403,   404], 404),
  revokeMembers:                  row([   401,   404,   200,   404,   404,   200,   200,   404,   403,   404], 404),
  createInvitation:               row([   401,   404,   403,   403,   404,   201,   201,   404,   403,   404], 404),
  listInvitations:                row([   401,'same','same','same','same',   200,   200,'same',   200,'same'], 200),
  getInvitation:                  all(200, 'open'),
  patchInvitation:                row([   401,   404,   404,   404,   404,   200,   200,   404,   403,   404], 404),
  deleteInvitation:               row([   401,   404,   404,   404,   404,   204,   204,   404,   403,   404], 404),
  acceptInvitation:               members(403, 'open'),
  declineInvitation:              all(200, 'open'),
  resendInvitation:               row([   401,   404,   404,   404,   404,   200,   200,   404,   403,   404], 404),
  createAccessRequest:            row([   401,'same',   422,   422,'same',   422,   422,'same','same','same'], 201),
  acceptRequest:                  row([   401,   404,   404,   404,   404,   200,   200,   404,   403,   404], 404),
  sendReferral:                   row([   401,'same','same','same','same','same','same','same','same','same'], 200),
  listReferrals:                  row([   401,'same','same','same','same',   200,   200,'same',   200,'same'], 200),
  listProjects:                   row([   401,'same','same','same','same',   200,   200,'same',   200,'same'], 200),
  createProject:                  row([   401,   404,   404,   404,   403,   201,   201,   404,   403,   404], 404),
  getProject:                     row([   401,   404,   404,   404,   404,   200,   200,   404,   200,   404], 404),
  patchProject:                   row([   401,   404,   404,   404,   404,   200,   200,   404,   403,   404], 404),
  deleteProject:                  row([   401,   404,   404,   404,   404,   204,   204,   404,   403,   404], 404),
  listCompositions:               row([   401,'same','same','same','same',   200,   200,'same',   200,'same'], 200),
  createComposition:              row([   401,   404,   404,   404,   403,   201,   201,   404,   403,   404], 404),
  getComposition:                 row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  patchComposition:               row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  deleteComposition:              row([   401,   404,   403,   403,   404,   204,   204,   404,   403,   404], 404),
  restoreComposition:             row([   401,   404,   404,   404,   404,   200,   200,   404,   403,   404], 404),
  getDocument:                    row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  getScenePreview:                row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  notifyOverflow:                 row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  putDocument:                    row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  getPublicScene:                 all(404, 404),
  unlockPublicScene:              all(404, 404),
  getOembed:                      all(404, 404),
  generateQr:                     members(200),
  recordVisit:                    all(404, 404),
  openLiveScene:                  all(404, 404),
  watchScene:                     all(404, 404),
  listVisitorComments:            all(404, 404),
  createVisitorComment:           all(404, 404),
  getAnalytics:                   row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  downloadAnalytics:              row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  downloadQr:                     members(200),
  listThreads:                    row([   401,'same',   200,   200,'same',   200,   200,'same','same','same'], 200),
  listComments:                   row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  listScenePeople:                row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  createComment:                  row([   401,   404,   201,   201,   404,   201,   201,   404,   403,   404], 404),
  getComment:                     row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  patchComment:                   row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  deleteComment:                  row([   401,   404,   403,   403,   404,   204,   204,   404,   403,   404], 404),
  createReimagine:                row([   401,   404,   403,   501,   404,   501,   501,   404,   403,   404], 404),
  listReimagines:                 row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  getReimagine:                   row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  cancelReimagine:                row([   401,   404,   403,   204,   404,   204,   204,   404,   403,   404], 404),
  keepReimagine:                  row([   401,   404,   403,   201,   404,   201,   201,   404,   403,   404], 404),
  readThread:                     row([   401,   404,   200,   200,   404,   200,   200,   404,   403,   404], 404),
  readAllThreads:                 members(200),
  listVersions:                   row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  createVersion:                  row([   401,   404,   403,   201,   404,   201,   201,   404,   403,   404], 404),
  getVersion:                     row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  patchVersion:                   row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  deleteVersion:                  row([   401,   404,   403,   204,   404,   204,   204,   404,   403,   404], 404),
  getVersionDocument:             row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  restoreVersion:                 row([   401,   404,   403,   200,   404,   200,   200,   404,   403,   404], 404),
  listLibrary:                    row([   401,'same','same','same','same',   200,   200,'same',   200,'same'], 200),
  getLibraryItem:                 row([   401,   404,   404,   404,   404,   200,   200,   404,   200,   404], 404),
  createLibraryItem:              row([   401,   404,   404,   404,   403,   201,   201,   404,   403,   404], 404),
  patchLibraryItem:               row([   401,   404,   404,   404,   404,   200,   200,   404,   403,   404], 404),
  deleteLibraryItem:              row([   401,   404,   404,   404,   404,   204,   204,   404,   403,   404], 404),
  cloneComposition:               row([   401,   404,   403,   403,   404,   201,   201,   404,   403,   404], 404),
  changeCompositions:             row([   401,'same',   200,   200,'same',   200,   200,'same',   200,'same'], 200),
  eraseComposition:               row([   401,   404,   404,   404,   404,   204,   204,   404,   403,   404], 404),
  emptyTrash:                     row([   401,   404,   404,   404,   403,   204,   204,   404,   403,   404], 404),
  listTags:                       row([   401,'same','same','same','same',   200,   200,'same',   200,'same'], 200),
  createTag:                      row([   401,   404,   404,   404,   403,   201,   201,   404,   403,   404], 404),
  patchTag:                       row([   401,   404,   404,   404,   404,   200,   200,   404,   403,   404], 404),
  deleteTag:                      row([   401,   404,   404,   404,   404,   204,   204,   404,   403,   404], 404),
  listSceneCategories:            all(200),
  listModelLibraryCategories:     all(200),
  listMaterialLibraryCategories:  all(200),
  openLive:                       members(200),
  createLiveTicket:               members(200),
};

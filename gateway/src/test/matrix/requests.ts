import type { RouteName } from '@diorama/shared/contract/index.ts';
import { MATERIAL_CATEGORIES, MODEL_CATEGORIES } from '@diorama/shared/domain/library.ts';
import { SCENE_CATEGORIES } from '@diorama/shared/domain/scene-categories.ts';
import { PLAN_PRICES, PLANS } from '@diorama/shared/plans.ts';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { PRIVACIES } from '../../modules/defaults/routes.ts';
import { multipartForm } from '../multipart-form.ts';
import type { Place } from './world.ts';

/** Path, query and body of a call. */
export type Ask = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

const NOTHING = (): Ask => ({});
const id =
  (key: keyof Place) =>
  (place: Place): Ask => ({ params: { id: place[key] } });
/** The first entry of a constant list. */
const fixed =
  ([first]: readonly { uuid: string }[]) =>
  (): Ask => ({ params: { id: first?.uuid ?? '' } });
const ofAccount = (place: Place): Ask => ({ query: { 'account.uuid': place.account } });
const withBody =
  (key: keyof Place, body: unknown) =>
  (place: Place): Ask => ({ params: { id: place[key] }, body });

const onShelf =
  (body?: unknown) =>
  (place: Place): Ask => ({ params: { shelf: 'materials', id: place.libraryItem }, body });

const form = (fields: Record<string, string>, file?: string): FormData =>
  file === undefined ? multipartForm(fields) : multipartForm(fields, ['file', 'a.glb', file]);

const COMPONENT = {
  nodes: { shown: { kind: 'instance', props: { component: 'chair' } }, chair: { kind: 'component' } },
};

/** A call of every route with the resources of a place. A missing route does not compile. */
export const REQUESTS: Record<RouteName, (place: Place) => Ask> = {
  getHealth: NOTHING,
  getConfig: NOTHING,
  askSupport: () => ({ body: { message: 'Help, please' } }),
  openOperators: NOTHING,
  getOperatorsOverview: NOTHING,
  switchReadOnly: () => ({ body: { isOn: false } }),
  getFailedJob: (place) => ({ params: { id: place.account }, query: { job: 'asset.import' } }),
  retryFailedJobs: () => ({ body: { job: 'asset.import' } }),
  listOperatorAccounts: () => ({ query: { q: 'Place', isActive: 'true' } }),
  listOperatorOrders: () => ({ query: { q: 'Place' } }),
  listOverdueStorage: NOTHING,
  freeOverdueStorage: (place) => ({
    params: { id: place.account },
    body: { assets: ['/api/assets/01900000-0000-7000-8000-000000000001'] },
  }),
  refundOrder: withBody('order', {}),
  acceptOrder: withBody('order', {}),
  getRevenue: NOTHING,
  getOpenApi: NOTHING,
  getDocumentSchema: NOTHING,
  login: () => ({ body: { email: 'nobody@people.test', password: 'wrong' } }),
  signup: () => ({ body: { email: 'not an address', password: 'a long enough pass', username: 'New' } }),
  socialLogin: () => ({ body: { idToken: 'x' } }),
  socialSignup: () => ({ body: { idToken: 'x' } }),
  refreshToken: (place) => ({ body: { refresh_token: place.refreshToken } }),
  logout: (place) => ({ body: { refresh_token: place.refreshToken } }),
  requestPasswordReset: (place) => ({ body: { email: `${place.account}@people.test` } }),
  resetPassword: (place) => ({
    params: { userUuid: place.owner },
    body: { token: 'wrong', password: 'a long enough pass' },
  }),
  getMe: NOTHING,
  updateUser: withBody('owner', { name: 'Changed' }),
  deleteUser: withBody('owner', {}),
  exportUser: NOTHING,
  downloadExport: (place) => ({ params: { token: place.account } }),
  confirmEmail: (place) => ({ params: { userUuid: place.owner }, body: { token: 'wrong' } }),
  downloadWebPage: (place) => ({ params: { id: place.scene }, query: { s: 'x' } }),
  createWorkspaceExport: id('account'),
  listWorkspaceExports: id('account'),
  downloadWorkspaceExport: (place) => ({ params: { id: place.account }, query: { s: 'x' } }),
  listWorkspaceImports: id('account'),
  listSessions: NOTHING,
  endSession: id('ownerSession'),
  getSession: id('ownerSession'),
  getUser: id('owner'),
  endSessions: NOTHING,
  getAccount: id('account'),
  createAccount: () => ({ body: { name: 'Another' } }),
  getStorage: id('account'),
  updateAccount: withBody('account', { tags: ['new'] }),
  unsubscribeAccount: id('account'),
  reactivateAccount: id('account'),
  deleteAccount: id('account'),
  updateAccountDetail: withBody('account', { accountName: 'Changed' }),
  getAccountDetail: id('account'),
  getBillingInfo: id('billingInfo'),
  getPaymentSource: id('paymentSource'),
  getOrder: id('order'),
  getPrivacy: fixed(PRIVACIES),
  getPlan: fixed(Object.values(PLANS)),
  getPlanPrice: fixed(PLAN_PRICES),
  listBillingInfos: ofAccount,
  listPaymentSources: ofAccount,
  listInvoices: ofAccount,
  getInvoice: id('invoice'),
  createBillingInfo: (place) => ({ body: { account: place.account, name: 'Changed' } }),
  updateBillingInfo: withBody('billingInfo', { name: 'Changed' }),
  updatePaymentSource: withBody('paymentSource', { isDefault: true }),
  deletePaymentSource: id('paymentSource'),
  getSourceIntent: id('account'),
  quoteOrder: (place) => ({
    params: { account: place.account, planPrice: '01900000-0000-7000-8000-000000000041' },
  }),
  listPrivacies: NOTHING,
  listPlans: NOTHING,
  listPlanPrices: NOTHING,
  getDiscount: () => ({ params: { id: 'promotion' } }),
  listLimitsMet: NOTHING,
  listDiscounts: NOTHING,
  createDiscount: (place) => ({ body: { code: `GIFT-${place.account.slice(-12)}`, discountPercentage: 10 } }),
  endDiscount: id('order'),
  createOrder: (place) => ({
    body: { account: place.account, planPrice: '01900000-0000-7000-8000-000000000041' },
  }),
  checkOrderStatus: id('order'),
  confirmSandboxPayment: (place) => ({
    params: { token: `token-${place.account}` },
    body: { wallet: 'approve' },
  }),
  receiveWebhook: () => ({ params: { provider: 'sandbox' }, body: { unsigned: true } }),
  uploadAsset: (place) => ({ body: form({ type: '2', account: place.account }, 'glTF\u0002\0\0\0') }),
  getAsset: id('asset'),
  patchAsset: (place) => ({ params: { id: place.asset }, body: {} }),
  importAssetAgain: id('asset'),
  copyAsset: (place) => ({ params: { id: place.asset }, body: { composition: place.scene } }),
  deleteAsset: id('asset'),
  listAssets: ofAccount,
  generateSceneOutput: (place) => ({ body: form({ sceneUuid: place.scene }) }),
  getOutput: id('scene'),
  listMembers: ofAccount,
  getMember: id('member'),
  patchMember: withBody('member', { compositions: [] }),
  deleteMember: id('member'),
  revokeMembers: (place) => ({ body: { members: [place.member] } }),
  createInvitation: (place) => ({
    body: { email: 'friend@people.test', role: 1, compositions: [place.scene] },
  }),
  listInvitations: ofAccount,
  getInvitation: id('invitation'),
  patchInvitation: withBody('invitation', { role: 0 }),
  deleteInvitation: id('invitation'),
  acceptInvitation: id('invitation'),
  declineInvitation: id('invitation'),
  resendInvitation: id('invitation'),
  createAccessRequest: (place) => ({ body: { type: 'composition', uuid: place.scene } }),
  acceptRequest: withBody('request', {}),
  sendReferral: (place) => ({
    body: { email: `friend-${place.account}@people.test`, referrer: place.owner },
  }),
  getReferral: id('referral'),
  listReferrals: ofAccount,
  listProjects: (place) => ({ query: { 'owner.uuid': place.account } }),
  createProject: (place) => ({ body: { name: 'New', owner: place.account } }),
  getProject: id('project'),
  patchProject: withBody('project', { name: 'Changed' }),
  deleteProject: id('project'),
  listCompositions: ofAccount,
  createComposition: (place) => ({ body: { name: 'New', account: place.account } }),
  getComposition: id('scene'),
  patchComposition: withBody('scene', { name: 'Changed' }),
  deleteComposition: id('scene'),
  restoreComposition: id('trashedScene'),
  notifyOverflow: id('scene'),
  getDocument: id('scene'),
  getScenePreview: id('scene'),
  putDocument: (place) => ({
    params: { id: place.scene },
    body: { document: emptyDocument() },
    headers: { 'if-match': '0' },
  }),
  getPublicScene: (place) => ({ params: { uuid: place.scene } }),
  getOptionFiles: (place) => ({ params: { uuid: place.scene }, body: { choices: {} } }),
  unlockPublicScene: (place) => ({ params: { uuid: place.scene }, body: { password: 'guess' } }),
  getOembed: (place) => ({ query: { url: `http://localhost/view/${place.scene}` } }),
  generateQr: () => ({ body: { data: { link: 'https://diorama.test/' } } }),
  openLiveScene: (place) => ({ params: { uuid: place.scene } }),
  watchScene: (place) => ({ params: { uuid: place.scene } }),
  listVisitorComments: (place) => ({ params: { uuid: place.scene } }),
  createVisitorComment: (place) => ({ params: { uuid: place.scene }, body: { name: 'Vera', text: 'Hello' } }),
  recordVisit: (place) => ({ params: { uuid: place.scene }, body: { kind: 'view' } }),
  getAnalytics: id('scene'),
  downloadAnalytics: id('scene'),
  downloadQr: () => ({ body: { data: { link: 'https://diorama.test/' } } }),
  listThreads: ofAccount,
  countUnread: (place) => ({ query: { 'composition.uuid': place.scene } }),
  listComments: id('scene'),
  listScenePeople: id('scene'),
  createComment: withBody('scene', { text: 'Hello' }),
  getComment: id('comment'),
  patchComment: withBody('comment', { resolved: true }),
  deleteComment: id('comment'),
  createReimagine: (place) => ({ params: { id: place.scene }, body: form({ prompt: 'In winter' }, 'x') }),
  listReimagines: id('scene'),
  getReimagine: id('reimagine'),
  cancelReimagine: id('reimagine'),
  keepReimagine: withBody('reimagine', { candidate: 0 }),
  readThread: id('comment'),
  readAllThreads: NOTHING,
  cloneComposition: id('scene'),
  changeCompositions: (place) => ({ body: { action: 'delete', compositions: [place.scene] } }),
  eraseComposition: id('trashedScene'),
  emptyTrash: ofAccount,
  listTags: ofAccount,
  createTag: (place) => ({ body: { name: 'New', account: place.account } }),
  getTag: id('tag'),
  patchTag: withBody('tag', { name: 'Changed' }),
  deleteTag: id('tag'),
  getSceneCategory: fixed(SCENE_CATEGORIES),
  getModelLibraryCategory: fixed(MODEL_CATEGORIES),
  getMaterialLibraryCategory: fixed(MATERIAL_CATEGORIES),
  listSceneCategories: NOTHING,
  listModelLibraryCategories: NOTHING,
  listMaterialLibraryCategories: NOTHING,
  listVersions: id('scene'),
  createVersion: withBody('scene', { name: 'First' }),
  getVersion: id('version'),
  patchVersion: withBody('version', { name: 'Renamed' }),
  deleteVersion: id('version'),
  getVersionDocument: id('version'),
  restoreVersion: id('version'),
  listLibrary: (place) => ({
    params: { shelf: 'materials' },
    query: { mine: 'true', 'account.uuid': place.account },
  }),
  getLibraryItem: onShelf(),
  createLibraryItem: (place) => ({
    params: { shelf: 'materials' },
    body: { name: 'New', material: {}, account: place.account },
  }),
  patchLibraryItem: onShelf({ name: 'Changed' }),
  deleteLibraryItem: onShelf(),
  putLibraryVersion: (place) => ({
    params: { id: place.component, number: '2' },
    body: { name: 'Chair', document: COMPONENT },
  }),
  listLibraryVersions: (place) => ({ params: { id: place.component } }),
  getLibraryVersion: (place) => ({
    params: { id: place.component, number: '1' },
    query: { 'composition.uuid': place.scene },
  }),
  openLive: () => ({ query: { ticket: 'wrong' } }),
  createLiveTicket: NOTHING,
};

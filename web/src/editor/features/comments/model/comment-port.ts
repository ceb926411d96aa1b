import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Comment } from '@diorama/shared/contract/comments.ts';
import { createPendingRequests } from '../../../../api/pending-requests.ts';
import type { Api } from '../../../../api/provider.tsx';
import type { CommentPort } from './comments.ts';

/** Threads per page. The first page fills the list and the first pins. */
const PAGE = 50;
const COMMENTS = '/api/comments/';

type Sent = { words: string; picture: Blob | null; snapshot: string | null };

/** Reads and writes the comments of a scene. */
export function createCommentPort(
  { client, live, upload }: Pick<Api, 'client' | 'live' | 'upload'>,
  sceneId: string,
): CommentPort {
  const scene = { id: sceneId };
  const iri = `/api/compositions/${sceneId}`;
  const sendPicture = async (picture: Blob) => {
    const file = new File([picture], 'view', { type: picture.type });
    const asset = await upload(file, { type: ASSET_TYPE.commentSnapshot, composition: sceneId });
    return asset['@id'];
  };
  const pending = createPendingRequests<Sent>();
  const prepare = async (words: string, picture: Blob | null) => {
    const known = pending.find((sent) => sent.words === words && sent.picture === picture);
    if (known) {
      return known;
    }
    // A full workspace rejects the picture; the comment is then sent without it.
    const snapshot = picture && (await sendPicture(picture).catch(() => null));
    return pending.add({ words, picture, snapshot });
  };
  return {
    list: async (page) => {
      const query = { page, itemsPerPage: PAGE, 'order[activeAt]': 'desc' } as const;
      const { member, view } = await client.call('listComments', { params: scene, query });
      return { comments: member, hasMore: view !== undefined };
    },
    thread: async (id) =>
      (await client.call('listComments', { params: scene, query: { thread: id } })).member,
    create: async ({ picture, mentions, ...comment }) => {
      const sent = await prepare(JSON.stringify([comment, mentions]), picture);
      const created = await client.call(
        'createComment',
        { params: scene, body: { ...comment, mentions: [...mentions], snapshot: sent.snapshot } },
        { headers: { 'Idempotency-Key': sent.key } },
      );
      pending.remove(sent);
      return created;
    },
    patch: (id, { mentions, ...patch }) =>
      client.call('patchComment', {
        params: { id },
        body: { ...patch, ...(mentions && { mentions: [...mentions] }) },
      }),
    remove: async (id) => {
      await client.call('deleteComment', { params: { id } });
    },
    read: async (id) => {
      await client.call('readThread', { params: { id } });
    },
    people: async () => (await client.call('listScenePeople', { params: scene })).member,
    subscribe: (listener) =>
      live.subscribe(({ topic, event }) => {
        if (topic === 'reset') {
          listener(null);
        } else if (topic === 'comment' && event['@id'].startsWith(COMMENTS)) {
          // The stream sends the same body as GET.
          const comment = event.state as Comment | null;
          if (comment === null || comment.composition === iri) {
            listener({ iri: event['@id'], comment });
          }
        }
      }),
  };
}

import { z } from 'zod';
import type { Language } from '../i18n/t.ts';
import { excerpt } from './content.ts';
import { defineEmail } from './define.ts';
import { mailName, UNNAMED_ACTOR } from './name.ts';

const remark = z.object({
  /** Null once the person has left. */
  author: mailName.nullable(),
  scene: mailName,
  text: z.string(),
  isReply: z.boolean(),
});
type Remark = z.output<typeof remark>;

function say(language: Language, { author, scene, text, isReply }: Remark): string {
  const name = author ?? UNNAMED_ACTOR[language];
  const quote = excerpt(text);
  if (language === 'es') {
    return isReply ? `${name} respondió en «${scene}»: «${quote}»` : `${name} comentó «${scene}»: «${quote}»`;
  }
  return isReply
    ? `${name} replied on “${scene}”: “${quote}”`
    : `${name} commented on “${scene}”: “${quote}”`;
}

/**
 * Digest of new comments on the recipient's scenes and threads; an unconfirmed address receives only their
 * number.
 */
export const commentDigestEmail = defineEmail({
  name: 'comment-digest',
  props: z.object({ remarks: z.array(remark), count: z.number().int().min(1), url: z.url() }),
  content: (language, { remarks, count, url }) => {
    const scenes = [...new Set(remarks.map(({ scene }) => scene))].join(', ');
    const said = remarks.map((entry) => say(language, entry));
    const more = said.length === 0 ? 0 : count - said.length;
    const on = scenes === '' ? '' : { en: ` on ${scenes}`, es: ` en ${scenes}` }[language];
    return {
      en: {
        subject: count === 1 ? `New comment${on}` : `${count} new comments${on}`,
        preview: said[0] ?? '',
        title: count === 1 ? 'Somebody commented' : `${count} new comments`,
        paragraphs: [...said, ...(more > 0 ? [`And ${more} more.`] : [])],
        action: { label: count === 1 ? 'Open the comment' : 'Open the comments', url },
        footnote: 'You get this mail because the scene is yours, or because you spoke in the thread.',
      },
      es: {
        subject: count === 1 ? `Nuevo comentario${on}` : `${count} comentarios nuevos${on}`,
        preview: said[0] ?? '',
        title: count === 1 ? 'Hay un comentario nuevo' : `${count} comentarios nuevos`,
        paragraphs: [...said, ...(more > 0 ? [`Y ${more} más.`] : [])],
        action: { label: count === 1 ? 'Abrir el comentario' : 'Abrir los comentarios', url },
        footnote: 'Recibes este correo porque la escena es tuya o porque participaste en la conversación.',
      },
    }[language];
  },
});

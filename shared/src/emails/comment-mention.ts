import { z } from 'zod';
import { excerpt } from './content.ts';
import { defineEmail } from './define.ts';
import { mailName, UNNAMED_ACTOR } from './name.ts';

/** Informs a user about a mention in a comment; an unconfirmed address does not learn the scene. */
export const commentMentionEmail = defineEmail({
  name: 'comment-mention',
  props: z.object({
    author: mailName.nullable(),
    scene: mailName.nullable(),
    text: z.string().nullable(),
    url: z.url(),
  }),
  content: (language, { author, scene, text, url }) => {
    const who = author ?? UNNAMED_ACTOR[language];
    return {
      en: {
        subject: `${who} mentioned you in ${scene ?? 'a scene'}`,
        preview: excerpt(text ?? '', 120),
        title: `${who} mentioned you`,
        paragraphs: [
          scene === null ? 'In a comment on a scene.' : `In a comment on “${scene}”:`,
          ...(text === null ? [] : [`“${excerpt(text)}”`]),
        ],
        action: { label: 'Open the comment', url },
        footnote: 'You get this mail because somebody who works on this scene with you mentioned you.',
      },
      es: {
        subject: `${who} te ha mencionado en ${scene ?? 'una escena'}`,
        preview: excerpt(text ?? '', 120),
        title: `${who} te ha mencionado`,
        paragraphs: [
          scene === null ? 'En un comentario sobre una escena.' : `En un comentario sobre «${scene}»:`,
          ...(text === null ? [] : [`«${excerpt(text)}»`]),
        ],
        action: { label: 'Abrir el comentario', url },
        footnote: 'Recibes este correo porque alguien que trabaja contigo en esta escena te ha mencionado.',
      },
    }[language];
  },
});

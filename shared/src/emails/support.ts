import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName } from './name.ts';

/** Forwards a support request to the operators. */
export const supportEmail = defineEmail({
  name: 'support',
  props: z.object({
    name: mailName.nullable(),
    email: z.string().nullable(),
    userId: z.uuid().nullable(),
    message: z.string(),
    page: z.string().nullable(),
    order: z.string().nullable(),
    requestId: z.string().nullable(),
    url: z.url(),
  }),
  content: (language, { name, email, userId, message, page, order, requestId, url }) => {
    const words = WORDS[language];
    const facts = [
      [words.email, email],
      [words.user, userId],
      [words.page, page],
      [words.order, order],
      [words.request, requestId],
    ].flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
    return {
      subject: words.subject(name ?? email),
      preview: message.slice(0, 120),
      title: words.title(name ?? email),
      paragraphs: [...message.split(/\n+/).filter((line) => line.trim() !== ''), ...facts],
      action: { label: words.open, url },
      footnote: email === null ? words.anonymous : words.footnote,
      ...(email !== null && { replyTo: email }),
    };
  },
});

const WORDS = {
  en: {
    subject: (who: string | null) => `Support: a question from ${who ?? 'a visitor'}`,
    title: (who: string | null) => `${who ?? 'A visitor'} asks for help`,
    email: 'Email',
    user: 'User',
    page: 'Page',
    order: 'Order',
    request: 'Request',
    open: 'Open Diorama',
    footnote: 'You get this mail because you run this installation. An answer goes to the person who asked.',
    anonymous:
      'You get this mail because you run this installation. The visitor left no address to answer to.',
  },
  es: {
    subject: (who: string | null) => `Soporte: una pregunta de ${who ?? 'un visitante'}`,
    title: (who: string | null) => `${who ?? 'Un visitante'} pide ayuda`,
    email: 'Correo',
    user: 'Usuario',
    page: 'Página',
    order: 'Pedido',
    request: 'Petición',
    open: 'Abrir Diorama',
    footnote:
      'Recibes este correo porque administras esta instalación. Tu respuesta llegará a quien pregunta.',
    anonymous:
      'Recibes este correo porque administras esta instalación. El visitante no dejó una dirección de respuesta.',
  },
} as const;

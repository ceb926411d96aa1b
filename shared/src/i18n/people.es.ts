import type { PeopleMessages } from './people.en.ts';

/** Words about people and settings, invitations and access requests in Spanish. */
export const peopleEs = {
  title: 'Personas y ajustes',
  tabs: 'Partes de personas y ajustes',
  'tab.people': 'Personas',
  'tab.settings': 'Ajustes',
  'tab.billing': 'Facturación',
} as const satisfies Record<keyof PeopleMessages, string>;

/** Words about people and settings, invitations and access requests in English. */
export const peopleEn = {
  title: 'People and settings',
  tabs: 'Parts of people and settings',
  'tab.people': 'People',
  'tab.settings': 'Settings',
  'tab.billing': 'Billing',
} as const;

/** The words of {@link peopleEn}, by key. */
export type PeopleMessages = typeof peopleEn;

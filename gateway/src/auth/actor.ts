/** A person with a living session, as read with each request. */
export type Actor = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  locale: string;
  isOperator: boolean;
};

/** The choice that stands for all actions of the server, packaged or not. */
export const LIVE = '__live__';

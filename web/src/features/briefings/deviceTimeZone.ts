/** The IANA name of the time zone that this device is in. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Runs in the page before any other script: a violation of the content security policy becomes an error of the console,
 * which fails a journey. WebKit tells its driver about it in no other way.
 */
export function reportPolicyViolations() {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    // biome-ignore lint/suspicious/noConsole: the console is where the tests look
    console.error(`content security policy: ${effectiveDirective} ${blockedURI}`);
  });
}

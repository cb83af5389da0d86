import { type BrowserContext, expect } from 'playwright/test'

/** What pages were stopped from doing by their security policy, Trusted Types included. */
interface Report {
  directive: string
  text: string
}
const reports: Report[] = []

/** Runs in every document. */
const watch = () => {
  const tell = (globalThis as unknown as { policyReport(report: { directive: string; text: string }): void })
    .policyReport
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
    tell({
      directive: effectiveDirective,
      text: `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`,
    })
  })
}

/** Collects the reports of all documents of this browser from now on. */
export const takeReports = async (context: BrowserContext): Promise<void> => {
  await context.exposeBinding('policyReport', (_source, report: Report) => {
    reports.push(report)
  })
  await context.addInitScript(watch)
}

/** Fails when there was any since the last time. */
export const expectNoReports = (): void => {
  expect(
    reports.splice(0).map(({ text }) => text),
    'reports of the security policy',
  ).toEqual([])
}

/** What has been reported since the last time. */
export const reportedDirectives = (): string[] => reports.map(({ directive }) => directive).sort()

/** What was reported was meant to be. */
export const expectedReports = (): void => {
  reports.length = 0
}

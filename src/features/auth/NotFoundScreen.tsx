import { Link } from 'wouter'
import { authText } from '#text/auth.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Logo } from '#ui/Logo.tsx'
import { SealApart } from '#ui/Seal.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'

export function NotFoundScreen() {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <UpdateBanner />
      <header className="px-5 pt-5 md:px-10 md:pt-7">
        <Logo />
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-8 pb-24 pt-6 text-center">
        <SealApart className="w-136px" />
        <h1 className="mt-8 type-h1 text-text">{authText.notFound}</h1>
        <p className="mt-6px max-w-56 text-body text-text-2 md:max-w-none">{authText.notFoundLead}</p>
        <Link href="/" asChild>
          <ButtonLink variant="primary" size={48} className="mt-7">
            {authText.goHome}
          </ButtonLink>
        </Link>
      </main>
    </div>
  )
}

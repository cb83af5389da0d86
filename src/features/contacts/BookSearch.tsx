import { contactsText } from '#text/contacts.ts'
import { Icon } from '#ui/Icon.tsx'

type Props = { value: string; onChange: (text: string) => void }

export function BookSearch({ value, onChange }: Props) {
  return (
    <label className="relative min-w-full flex-1 sm:min-w-40">
      <span className="sr-only">{contactsText.search}</span>
      <Icon name="search" size={17} className="absolute left-3 top-3 text-text-3" />
      <input
        type="search"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        placeholder={contactsText.search}
        className="h-10 w-full rounded-btn bg-surface pl-9 pr-3 text-ui text-text edge-control field-input micro"
      />
    </label>
  )
}

import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type IconProps = Omit<HTMLChakraProps<'svg'>, 'children'>

/** A drawing of our own on a grid of 24, in the colour of the text. It says nothing by itself: words stand beside it. */
function icon(lines: ReactNode) {
  return function Icon(props: IconProps) {
    return (
      <chakra.svg viewBox="0 0 24 24" width="5" height="5" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false" flexShrink="0" {...props}>
        {lines}
      </chakra.svg>
    )
  }
}

export const HomeIcon = icon(<path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />)
export const FormIcon = icon(<path d="M7 3h7l5 5v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm7 0v5h5M9.5 13h6M9.5 17h4" />)
export const BuyersIcon = icon(<path d="M3 21h18M5 21V6l7-3v18M12 9h6a1 1 0 0 1 1 1v11M8 9v0M8 13v0M8 17v0M15.5 13v0M15.5 17v0" />)
export const CompanyIcon = icon(<path d="M4 21V8l8-5 8 5v13M2.5 21h19M9 21v-6h6v6M9 11v0M15 11v0" />)
export const InboxIcon = icon(<path d="M4 13 6.5 5h11L20 13v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 0h4.5l1.5 3h4l1.5-3H20" />)
export const SearchIcon = icon(<path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm5-2 4.5 5" />)
export const PersonIcon = icon(<path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8a7.5 7.5 0 0 1 15 0" />)
export const ShieldIcon = icon(<path d="M12 3 5 6v5c0 4.5 2.8 8 7 10 4.2-2 7-5.5 7-10V6zm-3 9 2.2 2.2L15.5 10" />)
export const BankIcon = icon(<path d="m3.5 9.5 8.5-6 8.5 6zM5.5 10v7.5M10 10v7.5M14 10v7.5M18.5 10v7.5M3.5 20.5h17" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const CrossIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const AlertIcon = icon(<path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5v5.5M12 16.5v0" />)
export const ClockIcon = icon(<path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7v5l3.5 2" />)
export const RightIcon = icon(<path d="m9 5 7 7-7 7" />)
export const DownIcon = icon(<path d="m5 9 7 7 7-7" />)
export const UpIcon = icon(<path d="m5 15 7-7 7 7" />)
export const BackIcon = icon(<path d="M20 12H4m6-6-6 6 6 6" />)
export const ForwardIcon = icon(<path d="M4 12h16m-6-6 6 6-6 6" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const PencilIcon = icon(<path d="m4 20 1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5" />)
export const BinIcon = icon(<path d="M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5" />)
export const UploadIcon = icon(<path d="M12 16V4m-5 5 5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3" />)
export const DownloadIcon = icon(<path d="M12 4v12m-5-5 5 5 5-5M4 19.5h16" />)
export const OpenIcon = icon(<path d="M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5" />)
export const MailIcon = icon(<path d="M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zm-.5 1 8.5 6.500L20.5 7" />)
export const PhoneIcon = icon(<path d="M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm3 15h2" />)
export const LanguageIcon = icon(<path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.500c2.5 2.3 3.7 5.1 3.7 8.500s-1.2 6.2-3.7 8.500c-2.5-2.3-3.7-5.1-3.7-8.500s1.2-6.2 3.7-8.500z" />)
export const SunIcon = icon(<path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4" />)
export const KeyIcon = icon(<path d="M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM7 10v0M10.5 10v0M14 10v0M17.5 10v0M8 14h8" />)
export const LeaveIcon = icon(<path d="M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5M15 8l4 4-4 4M19 12H9" />)
export const FlagIcon = icon(<path d="M6 21V4.500c4-2 8 2 12 0V13c-4 2-8-2-12 0" />)
export const BookIcon = icon(<path d="M5 4.500A1.5 1.5 0 0 1 6.5 3H19v15H6.500A1.5 1.5 0 0 0 5 19.500zm0 15A1.5 1.5 0 0 0 6.5 21H19v-3M9 7.500h6" />)
export const MoneyIcon = icon(<path d="M3 7h18v10H3zM12 14.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 10v0M18 14v0" />)
export const SortIcon = icon(<path d="m8 9 4-4 4 4M8 15l4 4 4-4" />)
export const OutsideIcon = icon(<path d="M13 4h7v7M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5" />)
export const RotateIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.300L20 9.500M20 4.500v5h-5" />)
export const MinusIcon = icon(<path d="M5 12h14" />)
export const FitWidthIcon = icon(<path d="M3.5 5v14M20.5 5v14M7 12h10M9.5 9.5 7 12l2.5 2.500M14.5 9.5 17 12l-2.5 2.5" />)
export const LeftIcon = icon(<path d="m15 5-7 7 7 7" />)
export const ApproveIcon = icon(<path d="M9 4H6a1 1 0 0 0-1 1v15a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V5a1 1 0 0 0-1-1h-3M9 3h6v3H9zM8.5 13.5l2.500 2.500 4.500-5" />)
export const SettingsIcon = icon(<path d="M4 7h9M19 7h1M4 17h1M11 17h9M16 9.500a2.5 2.500 0 1 0 0-5 2.5 2.500 0 0 0 0 5zM8 19.500a2.5 2.500 0 1 0 0-5 2.5 2.500 0 0 0 0 5z" />)
export const MoreIcon = icon(<path d="M5 12v0M12 12v0M19 12v0" strokeWidth="3" />)
export const MoonIcon = icon(<path d="M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z" />)
export const ScreenIcon = icon(<path d="M4 4.500h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1zM8.5 20h7M12 16.500V20" />)
export const InvoiceIcon = icon(<path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6M9 16h3" />)

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// An ERC-20 that behaves as badly as it is told to, for tests. Anyone may do everything with it.
contract OddToken {
    /// A hundredth of what is sent goes to COLLECTOR.
    uint256 public constant FEE = 1;
    /// `transfer` answers false and does nothing.
    uint256 public constant REFUSES = 2;
    /// `transfer` answers nothing at all.
    uint256 public constant SILENT = 4;
    uint256 public constant NO_DECIMALS = 8;
    uint256 public constant NO_NAMES = 16;
    /// Name and symbol are 32 raw bytes.
    uint256 public constant RAW_NAMES = 32;
    /// Moves without a log.
    uint256 public constant QUIET = 64;
    /// Logs a transfer that does not take place.
    uint256 public constant LIES = 128;

    address public constant COLLECTOR = 0x000000000000000000000000000000000000Fee5;

    string private title;
    string private sign;
    uint256 private places;
    uint256 public ways;
    /// Per mille of its shares that an account owns: what a rebase changes.
    uint256 public rate = 1000;
    mapping(address => uint256) private shares;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint256 decimals_, uint256 ways_) {
        title = name_;
        sign = symbol_;
        places = decimals_;
        ways = ways_;
    }

    function become(uint256 ways_) external {
        ways = ways_;
    }

    function rebase(uint256 rate_) external {
        rate = rate_;
    }

    function name() external view returns (string memory) {
        return _text(title);
    }

    function symbol() external view returns (string memory) {
        return _text(sign);
    }

    function decimals() external view returns (uint256) {
        require(ways & NO_DECIMALS == 0);
        return places;
    }

    function balanceOf(address owner) public view returns (uint256) {
        return shares[owner] * rate / 1000;
    }

    function mint(address to, uint256 value) external {
        shares[to] += value * 1000 / rate;
        emit Transfer(address(0), to, value);
    }

    function burn(address from, uint256 value) external {
        shares[from] -= value * 1000 / rate;
        emit Transfer(from, address(0), value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external {
        _answer(_move(msg.sender, to, value));
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        _answer(_move(from, to, value));
    }

    /// A transfer that exists in the log only.
    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    /// Takes without an allowance, as an issuer with a back door can.
    function seize(address from, address to, uint256 value) external {
        _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private returns (bool) {
        if (ways & REFUSES != 0) return false;
        if (ways & LIES == 0) {
            uint256 fee = ways & FEE == 0 ? 0 : value / 100;
            shares[from] -= value * 1000 / rate;
            shares[to] += (value - fee) * 1000 / rate;
            if (fee > 0) {
                shares[COLLECTOR] += fee * 1000 / rate;
                emit Transfer(from, COLLECTOR, fee);
                value -= fee;
            }
        }
        if (ways & QUIET == 0) emit Transfer(from, to, value);
        return true;
    }

    function _answer(bool done) private view {
        if (ways & SILENT != 0) return;
        assembly {
            mstore(0, done)
            return(0, 32)
        }
    }

    function _text(string memory text) private view returns (string memory) {
        require(ways & NO_NAMES == 0);
        if (ways & RAW_NAMES == 0) return text;
        assembly {
            mstore(0, mload(add(text, 32)))
            return(0, 32)
        }
    }
}
